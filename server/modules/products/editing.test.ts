import { beforeAll, describe, expect, it } from 'vitest'
import type { AuditAction } from '#contracts/audit/actions.ts'
import { TEXT } from '#contracts/limits.ts'
import { fillPath } from '#contracts/paths.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import type { AiProductRecord, EditorProduct } from '#contracts/products/product.ts'
import { createProducts } from '#testing/factories/products.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { send } from '#testing/send.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const VENDOR = { company: '示例科技', contactEmail: 'vendor@example.com' }

onEveryDatabase('editing of single products', (app) => {
  let editor: Caller
  let viewer: Caller
  let reviewer: Caller
  beforeAll(async () => {
    editor = await createSignedInUser(app(), 'editor')
    viewer = await createSignedInUser(app(), 'viewer')
    reviewer = await createSignedInUser(app(), 'reviewer')
  })

  const getPath = (catalogue: string, id: string) => fillPath(catalogueCalls.get.path, { catalogue, id })
  const read = (catalogue: string, id: string, caller = editor) =>
    app().server.inject({ url: getPath(catalogue, id), headers: caller.headers })
  const create = (catalogue: string, payload: object, caller = editor) =>
    app().server.inject({
      method: 'POST',
      url: fillPath(catalogueCalls.list.path, { catalogue }),
      headers: caller.headers,
      payload,
    })
  const save = (catalogue: string, id: string, payload: object, ifMatch?: string) =>
    app().server.inject({
      method: 'PUT',
      url: getPath(catalogue, id),
      payload,
      headers: { ...editor.headers, ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }) },
    })
  const remove = (catalogue: string, id: string) =>
    app().server.inject({ method: 'DELETE', url: getPath(catalogue, id), headers: editor.headers })
  const createProduct = async (catalogue: string, fields: object): Promise<EditorProduct> => {
    const reply = await create(catalogue, fields)
    expect(toResult(reply)).toMatchObject({ status: 200, message: '保存成功！' })
    return reply.json().data
  }
  const findLastAuditEntry = async (action: AuditAction) => (await listAudit(app(), action))[0]

  it('takes a description of the greatest length, and finds it', async () => {
    const words = '智能体在企业内部的知识库里检索制度与合同条款并给出依据。'
    const text = words.repeat(Math.ceil(TEXT.richText / words.length)).slice(0, TEXT.richText - '<p></p>'.length)
    const reply = await create('agent', { name: '很长的介绍', detailedDescription: `<p>${text}</p>` })
    expect(reply.statusCode).toBe(200)
    const { data } = (await app().server.inject({ url: '/api/products-list?search=检索制度与合同条款' })).json()
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['很长的介绍'])
  })

  describe('create', () => {
    it('stores the sanitized product under a new id', async () => {
      const reply = await create('agent', {
        name: '合同助手',
        id: 'taken-from-nobody',
        ...VENDOR,
        views: 99,
        rating: null,
        targetUsers: ['法务', ' '],
        technicalSpecs: [{ title: '', value: '' }],
        detailedDescription: '<p onclick="x">正文<script>alert(1)</script></p>',
      })
      expect(reply.json().data).toMatchObject({
        name: '合同助手',
        ...VENDOR,
        views: 0,
        rating: null,
        isActive: true,
        targetUsers: ['法务'],
        technicalSpecs: [],
        detailedDescription: '<p>正文</p>',
      })
      const { id } = reply.json().data
      expect(id).not.toBe('taken-from-nobody')
      expect(reply.headers.etag).toBe('"1"')
      expect((await app().server.inject(`/api/product-detail/${id}`)).statusCode).toBe(200)
    })

    it('is audited with its author', async () => {
      await createProduct('agent', { name: '有记录的助手' })
      const entry = await findLastAuditEntry('product.create')
      expect(entry).toMatchObject({ target: '有记录的助手', user: { name: 'editor' } })
    })

    it.each([
      ['no name', { name: ' ' }, 'name', '请输入产品名称'],
      ['a rating of 5.1', { rating: 5.1 }, 'rating', ''],
      ['a rating of 4.55', { rating: 4.55 }, 'rating', '评分应为0.1的整数倍'],
      ['a script as a link', { officialLink: 'javascript:alert(1)' }, 'officialLink', ''],
      ['an invalid contact email', { contactEmail: 'nobody' }, 'contactEmail', '请输入有效的邮箱地址'],
      ['a NUL in the company', { company: 'a\u0000b' }, 'company', ''],
    ])('rejects %s', async (_, fields, path, message) => {
      const reply = await create('agent', { name: '无效产品', ...fields })
      expect({ status: reply.statusCode, path: reply.json().errors?.[0]?.path }).toEqual({ status: 400, path })
      expect(reply.json().errors[0].message).toContain(message)
    })

    it('rejects unknown keys, in nested objects, too', async () => {
      const reply = await create('agent', { name: '错字产品', slogen: '标语', technicalSpecs: [{ titel: '并发' }] })
      const errors = ['technicalSpecs.0.titel', 'slogen'].map((path) => ({ path, message: '不认识的字段' }))
      expect(toResult(reply)).toMatchObject({ status: 400, errors })
    })

    it('rejects a name taken in the same catalogue, but not in another one', async () => {
      await createProduct('agent', { name: '同名产品' })
      const duplicate = await create('agent', { name: '同名产品' })
      expect(toResult(duplicate)).toMatchObject({ status: 409, message: '产品名称已存在' })
      expect(duplicate.json().errors).toEqual([{ path: 'name', message: '产品名称已存在' }])
      await createProduct('ai', { name: '同名产品', category: '对话机器人', price: '免费' })
    })

    it('rejects a name that looks like another one, unless it is the product’s own', async () => {
      const { id } = await createProduct('agent', { name: 'AgentDesk' })
      const other = await createProduct('agent', { name: '改名前' })
      const message = '已有产品“AgentDesk”，名称只有大小写、全半角等写法不同，请换一个名称'
      expect(toResult(await create('agent', { name: 'ａｇｅｎｔＤｅｓｋ' }))).toMatchObject({ status: 409, message })
      expect(toResult(await save('agent', other.id, { name: 'AGENTDESK' }))).toMatchObject({ status: 409, message })
      const equal = await create('agent', { name: 'Ａgent\u200bDesk' })
      expect(toResult(equal)).toMatchObject({ status: 409, message: '产品名称已存在' })
      expect((await save('agent', id, { name: 'agentdesk' })).statusCode).toBe(200)
    })

    it('accepts a name that differs from another one by a space', async () => {
      await createProduct('agent', { name: 'AgentSpace' })
      await createProduct('agent', { name: 'Agent Space' })
      const reply = await create('agent', { name: 'agent  space' })
      expect(toResult(reply)).toMatchObject({
        status: 409,
        message: '已有产品“Agent Space”，名称只有大小写、全半角等写法不同，请换一个名称',
      })
    })

    it('stores names, categories and prices in their normal form', async () => {
      const { id } = await createProduct('agent', {
        name: 'Ｐｒｏ版机器\u2f08',
        category: '客\u200b服',
        price: '面\u200b议',
      })
      expect((await read('agent', id)).json().data).toMatchObject({
        name: 'Pro版机器人',
        category: '客服',
        price: '面议',
      })
    })

    it('rejects a name with a line break', async () => {
      const reply = await create('agent', { name: '两行的\n名称' })
      const message = '产品名称不能包含换行或其他控制字符'
      expect(toResult(reply)).toMatchObject({ status: 400, errors: [{ path: 'name', message }] })
    })

    it('removes direction controls from a name, and rejects a name that consists only of them', async () => {
      const reply = await create('agent', { name: '\u202e倒写\u202c的名称\u2066' })
      expect({ status: reply.statusCode, name: reply.json().data.name }).toEqual({ status: 200, name: '倒写的名称' })
      const blank = await create('agent', { name: '\u202e \u202c' })
      expect(toResult(blank)).toMatchObject({ status: 400, message: '请输入产品名称' })
    })

    it('creates only one of two concurrent products with the same name', async () => {
      const replies = await Promise.all([create('agent', { name: '同时新建' }), create('agent', { name: '同时新建' })])
      expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    })

    it.each([
      ['a category outside the fixed set', { category: '智能体', price: '免费' }, 'category'],
      ['no price', { category: '对话机器人' }, 'price'],
      ['a price outside the fixed set', { category: '对话机器人', price: '面议' }, 'price'],
    ])('rejects an AI product with %s', async (_, fields, path) => {
      const reply = await create('ai', { name: '无效AI产品', ...fields })
      expect({ status: reply.statusCode, path: reply.json().errors[0].path }).toEqual({ status: 400, path })
    })
  })

  describe('read', () => {
    it('finds a product by id and by exact name, even if inactive', async () => {
      const { id } = await createProduct('agent', { name: '未上架/产品 100%', isActive: false })
      for (const key of [id, '未上架/产品 100%']) {
        const reply = await read('agent', key)
        expect({ status: reply.statusCode, id: reply.json().data?.id }).toEqual({ status: 200, id })
      }
      expect((await read('ai', id)).statusCode).toBe(404)
    })

    it("responds with the editors' message if the product doesn't exist", async () => {
      expect((await read('agent', '没有')).json()).toMatchObject({ success: false, message: '产品不存在' })
      expect((await read('ai', '没有')).json()).toMatchObject({ success: false, message: '78AI产品不存在' })
      expect((await read('agent', '\u0000')).statusCode).toBe(404)
    })

    it('rejects users without read access', async () => {
      const { id } = await createProduct('agent', { name: '不可读' })
      expect((await read('agent', id, reviewer)).statusCode).toBe(403)
    })

    it('shows contact emails only to users with write access', async () => {
      const { id } = await createProduct('agent', { name: '联系人', ...VENDOR })
      expect((await read('agent', id)).json().data.contactEmail).toBe(VENDOR.contactEmail)
      expect((await read('agent', id, viewer)).json().data).toMatchObject({ contactEmail: '', company: '示例科技' })
    })
  })

  describe('save', () => {
    it('changes the given fields and retains the others', async () => {
      const before = {
        slogan: '旧',
        rating: 3.2,
        isActive: false,
        targetUsers: ['法务'],
        reviews: [{ user: '甲', rating: 4, date: '', comment: '好用' }],
        detailedDescription: '<p>正文</p>',
        unknown: { kept: true },
        ...VENDOR,
      }
      const [id = ''] = await createProducts(app(), 'agent', [{ name: '改之前', ...before }])
      const reply = await save('agent', '改之前', { name: '改之后', keyCapabilities: ['', '能'] }, '"1"')
      expect(reply.json()).toMatchObject({
        message: '保存成功！',
        data: { ...before, id, name: '改之后', keyCapabilities: ['能'] },
      })
      expect(reply.headers.etag).toBe('"2"')
      const emptied = await save('agent', id, { slogan: '', rating: null, targetUsers: [] })
      expect(emptied.json().data).toMatchObject({ ...before, slogan: '', rating: null, targetUsers: [] })
    })

    it('rejects unknown keys, except those that a document has stored in the product', async () => {
      const stored = { 成本价: 9, technicalSpecs: [{ title: '并发', value: '100', note: '实测' }] }
      const [id = ''] = await createProducts(app(), 'agent', [{ name: '带有其他内容', ...stored }])
      const { data } = (await read('agent', id)).json()
      expect(data).toMatchObject(stored)
      const changed = { ...data, 成本价: 8, technicalSpecs: [{ title: '延迟', value: '1', note: '估计' }] }
      expect((await save('agent', id, changed)).json().data).toMatchObject({
        成本价: 8,
        technicalSpecs: [{ title: '延迟', value: '1', note: '估计' }],
      })
      const unknown = await save('agent', id, { 成本: 1, slogan: '不保存', technicalSpecs: [{ 成本价: 1 }] })
      expect(toResult(unknown)).toMatchObject({
        status: 400,
        message: '请求中有不认识的字段：technicalSpecs.0.成本价、成本',
      })
      expect((await read('agent', id)).json().data.slogan).toBe('')
    })

    it('accepts what any call has returned, without storing what isn’t part of the product', async () => {
      const { id } = await createProduct('agent', { name: '读回的产品', slogan: '旧' })
      const { data: before } = (await read('agent', id)).json()
      const detail = (await app().server.inject(`/api/product-detail/${id}`)).json().data
      const list = (await app().server.inject(`/api/products-list?search=${encodeURIComponent('读回的产品')}`)).json()
        .data
      expect(list[0]).toMatchObject({ id, matches: [expect.any(Object)] })
      for (const product of [before, detail, list[0]]) {
        expect(toResult(await save('agent', id, { ...product, slogan: '新' }))).toMatchObject({ status: 200 })
        expect({ ...(await read('agent', id)).json().data, lastUpdated: before.lastUpdated }).toEqual({
          ...before,
          slogan: '新',
        })
      }
    })

    it('is audited under the new name, with what has changed', async () => {
      const { id } = await createProduct('agent', { name: '记录之前', price: '面议', targetUsers: ['法务'] })
      await save('agent', id, { name: '记录之后', price: '9万元/年', targetUsers: ['法务', '采购'] })
      expect(await findLastAuditEntry('product.update')).toMatchObject({
        target: '记录之后',
        detail: '名称：记录之前 → 记录之后；价格：面议 → 9万元/年；目标用户：法务 → 法务、采购',
      })
    })

    it('rejects an invalid field of a change, and a blank name', async () => {
      const { id } = await createProduct('agent', { name: '部分修改' })
      for (const [change, path] of [
        [{ rating: 5.1 }, 'rating'],
        [{ name: ' ' }, 'name'],
        [{ targetUsers: '法务' }, 'targetUsers'],
      ] as const) {
        const reply = await save('agent', id, change)
        expect(toResult(reply), path).toMatchObject({ status: 400, errors: [{ path }] })
      }
    })

    it('stores none of the calculated fields that a caller sends back', async () => {
      const { id } = await createProduct('agent', { name: '读后写回' })
      const detail = (await app().server.inject(`/api/product-detail/${id}`)).json().data
      expect(detail).toMatchObject({ facts: [], verdict: null })
      await save('agent', id, { ...detail, slogan: '改' })
      const { data } = (await read('agent', id)).json()
      expect(data).toMatchObject({ slogan: '改' })
      for (const key of ['facts', 'verdict', 'factsUpdatedOn', 'memberRating']) expect(data).not.toHaveProperty(key)
    })

    it('does not increment the version without changes', async () => {
      const { id } = await createProduct('agent', { name: '不变', slogan: '同' })
      const reply = await save('agent', id, { name: '不变', slogan: '同' }, '"1"')
      expect({ status: reply.statusCode, etag: reply.headers.etag }).toEqual({ status: 200, etag: '"1"' })
    })

    it('rejects a stale version and saves nothing', async () => {
      const { id } = await createProduct('agent', { name: '两人同改' })
      expect((await save('agent', id, { name: '两人同改', slogan: '先到' }, '"1"')).statusCode).toBe(200)
      const late = await save('agent', id, { name: '两人同改', slogan: '后到' }, '"1"')
      expect(toResult(late)).toMatchObject({ status: 412, message: '内容已被其他管理员更新，请刷新后再保存' })
      expect((await read('agent', id)).json().data.slogan).toBe('先到')
      expect((await save('agent', id, { name: '两人同改', slogan: '后到' })).statusCode).toBe(200)
    })

    it('accepts only one of many concurrent saves', async () => {
      const { id } = await createProduct('agent', { name: '多人同改' })
      const replies = await Promise.all(
        Array.from({ length: 6 }, (_, index) => save('agent', id, { name: '多人同改', slogan: `第${index}人` }, '"1"')),
      )
      expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412, 412, 412, 412, 412])
    })

    it('rejects the name of another product, and a missing product', async () => {
      await createProduct('agent', { name: '已有的名字' })
      const { id } = await createProduct('agent', { name: '要改名的' })
      for (const name of ['已有的名字', '已有的\u200b名字'])
        expect((await save('agent', id, { name })).json()).toMatchObject({ message: '产品名称已存在' })
      expect((await save('agent', '没有', { name: '没有' })).statusCode).toBe(404)
    })

    it('retains an AI product’s stored choices, and rejects new ones outside the fixed set', async () => {
      const [id] = await createProducts(app(), 'ai', [{ name: '自带类别', category: '文案', price: '面议' }])
      const unchanged = await save('ai', id ?? '', { name: '自带类别', category: '文案', price: '面议', slogan: '改' })
      expect(unchanged.statusCode).toBe(200)
      const other = await save('ai', id ?? '', { name: '自带类别', category: '文书', price: '面议' })
      expect({ status: other.statusCode, path: other.json().errors[0].path }).toEqual({ status: 400, path: 'category' })
    })
  })

  describe('endpoints of the agent catalogue', () => {
    const createAgent = (payload: object, caller = editor) =>
      app().server.inject({ method: 'POST', url: catalogueCalls.createAgent.path, headers: caller.headers, payload })
    const updateAgent = (id: string, payload: object, headers: Record<string, string> = {}) =>
      app().server.inject({
        method: 'PUT',
        url: fillPath(catalogueCalls.updateAgent.path, { id }),
        headers: { ...editor.headers, ...headers },
        payload,
      })

    it('creates and saves like the endpoints that both catalogues share', async () => {
      const reply = await createAgent({ name: '合同审查', ...VENDOR, targetUsers: ['法务', ' '] })
      expect(reply.json()).toMatchObject({ message: '保存成功！', data: { name: '合同审查', targetUsers: ['法务'] } })
      expect({ status: reply.statusCode, etag: reply.headers.etag }).toEqual({ status: 200, etag: '"1"' })
      expect(await findLastAuditEntry('product.create')).toMatchObject({ target: '合同审查' })
      const saved = await updateAgent('合同审查', { name: '合同审查', slogan: '逐条核对' }, { 'if-match': '"1"' })
      expect({ slogan: saved.json().data?.slogan, etag: saved.headers.etag }).toEqual({
        slogan: '逐条核对',
        etag: '"2"',
      })
      expect((await read('agent', '合同审查')).json().data).toMatchObject({ slogan: '逐条核对', ...VENDOR })
      expect((await read('ai', '合同审查')).statusCode).toBe(404)
    })

    it('rejects the same requests as the shared endpoints', async () => {
      await createProduct('agent', { name: '名字已用' })
      const { id } = await createProduct('agent', { name: '另一个' })
      expect((await createAgent({ name: ' ' })).json().errors).toEqual([{ path: 'name', message: '请输入产品名称' }])
      expect((await createAgent({ name: '名字已用' })).statusCode).toBe(409)
      expect((await createAgent({ name: '无权' }, viewer)).statusCode).toBe(403)
      expect((await updateAgent(id, { name: '名字已用' })).statusCode).toBe(409)
      expect((await updateAgent(id, { name: '另一个' }, { 'if-match': '"7"' })).statusCode).toBe(412)
      expect((await updateAgent('没有', { name: '没有' })).statusCode).toBe(404)
    })
  })

  describe('remove', () => {
    it('moves the product to the recycle bin, from which it can be restored', async () => {
      const { id } = await createProduct('agent', { name: '要删除的' })
      expect((await remove('agent', '要删除的')).json().message).toContain('回收站')
      expect((await read('agent', id)).statusCode).toBe(404)
      expect((await remove('agent', id)).statusCode).toBe(404)
      expect((await app().services.products.listRecycled('agent')).items.map((row) => row.id)).toContain(id)
      expect(await findLastAuditEntry('product.remove')).toMatchObject({ target: '要删除的' })
    })

    it('asks to restore the product before it is saved, but not in the other catalogue', async () => {
      const { id } = await createProduct('agent', { name: '编辑时被删除的' })
      await remove('agent', id)
      expect(toResult(await save('agent', id, { slogan: '新的' }))).toMatchObject({
        status: 404,
        message: '产品已移入回收站，请先恢复它，再保存',
      })
      expect(toResult(await save('ai', id, { slogan: '新的' }))).toMatchObject({
        status: 404,
        message: '78AI产品不存在',
      })
    })
  })

  describe('AI product records', () => {
    const listRecords = async (caller?: Caller): Promise<AiProductRecord[]> => {
      const reply = await send(app().server, {
        url: catalogueCalls.listAi.path,
        ...(caller ? { headers: caller.headers } : {}),
      })
      expect({ status: reply.statusCode, success: reply.json().success }).toEqual({ status: 200, success: true })
      return reply.json().aiProducts
    }
    const findByName = (list: readonly AiProductRecord[], name: string) => list.find((item) => item.name === name)
    const RECORD_FIELDS = { category: '数据分析', price: '高端', ...VENDOR }

    it('represents the products of the AI catalogue, with the status approved for active ones', async () => {
      const payload = { name: '记录甲', ...RECORD_FIELDS, status: 'pending', views: 7 }
      const reply = await app().server.inject({
        method: 'POST',
        url: catalogueCalls.listAi.path,
        headers: editor.headers,
        payload,
      })
      expect(reply.json().data).toMatchObject({ name: '记录甲', status: 'pending', isActive: false, views: 0 })
      const { _id } = reply.json().data
      expect((await read('ai', '记录甲')).json().data).toMatchObject({ id: _id, isActive: false })
      const url = fillPath(catalogueCalls.updateAi.path, { id: _id })
      const approved = await app().server.inject({
        method: 'PUT',
        url,
        headers: editor.headers,
        payload: { ...payload, status: 'approved' },
      })
      expect(approved.json().data).toMatchObject({ _id, status: 'approved', isActive: true })
      const partial = await app().server.inject({
        method: 'PUT',
        url,
        headers: editor.headers,
        payload: { slogan: '只改标语' },
      })
      expect(partial.json().data).toMatchObject({
        ...RECORD_FIELDS,
        name: '记录甲',
        slogan: '只改标语',
        status: 'approved',
      })
      expect((await app().server.inject('/api/product-detail/记录甲?catalogue=ai')).json().data).not.toHaveProperty(
        'status',
      )
    })

    it('shows anonymous callers only active products without back-office fields, cached separately', async () => {
      for (const isActive of [true, false])
        await createProduct('ai', { name: `记录${isActive}`, ...RECORD_FIELDS, isActive })
      const visibleRecords = await listRecords()
      expect(findByName(visibleRecords, '记录false')).toBeUndefined()
      expect(findByName(visibleRecords, '记录true')).toMatchObject({ status: 'approved' })
      for (const key of ['company', 'contactEmail', 'views'])
        expect(findByName(visibleRecords, '记录true')).not.toHaveProperty(key)
      const editorRecords = await listRecords(editor)
      expect(findByName(editorRecords, '记录false')).toMatchObject({ status: 'pending', ...VENDOR, views: 0 })
      expect(findByName(await listRecords(viewer), '记录false')).toMatchObject({
        contactEmail: '',
        company: '示例科技',
      })
      expect(findByName(await listRecords(), '记录true')).not.toHaveProperty('contactEmail')
      expect(await listRecords(reviewer)).toEqual(await listRecords())
    })

    it.each([
      { case: 'an AI product without a company', catalogue: 'ai', fields: {}, company: '没有厂商的产品' },
      { case: 'an AI product', catalogue: 'ai', fields: { company: '示例科技' }, company: '示例科技' },
      { case: 'an agent without a company', catalogue: 'agent', fields: {}, company: '' },
    ] as const)('stores the company of a new product, or the name of an AI product: $case', async (example) => {
      const name = '没有厂商的产品'
      const { id } = await createProduct(example.catalogue, {
        name,
        category: '数据分析',
        price: '高端',
        ...example.fields,
      })
      expect((await read(example.catalogue, id, editor)).json().data.company).toBe(example.company)
      await remove(example.catalogue, id)
    })

    it('updates the response to anonymous callers as soon as a record changes', async () => {
      const { id } = await createProduct('ai', { name: '记录乙', ...RECORD_FIELDS })
      expect(findByName(await listRecords(), '记录乙')).toBeDefined()
      await remove('ai', id)
      expect(findByName(await listRecords(), '记录乙')).toBeUndefined()
    })
  })
})
