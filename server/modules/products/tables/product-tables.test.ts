import { beforeAll, describe, expect, it } from 'vitest'
import { fillPath } from '#contracts/paths.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import type { ProductTableRow } from '#contracts/products/product-table.ts'
import { createProducts } from '#testing/factories/products.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const CATALOGUE = fillPath(catalogueCalls.list.path, { catalogue: 'agent' })
const BULK_ACTION = fillPath(catalogueCalls.changeMany.path, { catalogue: 'agent' })
const RECYCLE_BIN = fillPath(catalogueCalls.listRecycled.path, { catalogue: 'agent' })

onEveryDatabase('a product table', (app) => {
  let editor: Caller
  let viewer: Caller

  beforeAll(async () => {
    await createProducts(app(), 'agent', [
      { name: '智能客服', slogan: '答得出依据', category: '客服', rating: 4.2, contactEmail: 'a@example.com' },
      { name: '审计助手', category: '财务', rating: 4.9 },
      { name: 'Zeta', category: '财务', rating: null },
      { name: '已下线产品', isActive: false },
    ])
    await createProducts(app(), 'ai', [{ name: '另一目录的产品' }])
    editor = await createSignedInUser(app(), 'editor')
    viewer = await createSignedInUser(app(), 'viewer')
  })

  const list = async (query: string, caller = viewer) => {
    const reply = await app().server.inject({ url: `${CATALOGUE}?${query}`, headers: caller.headers })
    expect(reply.statusCode).toBe(200)
    return reply.json()
  }
  const listNames = async (query: string) => (await list(query)).data.map(({ name }: ProductTableRow) => name)
  describe('list', () => {
    it.each([
      ['includes inactive products, sorted by name if nothing else differs', 'sort=name&order=asc', 4],
      ['filters by active products', 'status=active', 3],
      ['filters by inactive products', 'status=inactive', 1],
      ['filters by category', 'category=财务', 2],
      ['matches full pinyin', 'search=zhinengkefu', 1],
      ['matches the pinyin initials of an inactive product', 'search=yxxcp', 1],
      ['matches traditional characters', 'search=審計', 1],
      ['matches a word of the slogan', 'search=依据', 1],
      ['combines filters', 'category=财务&status=inactive', 0],
    ])('%s', async (_, query, count) => {
      expect((await listNames(query)).length).toBe(count)
    })

    it('sorts by rating and by name', async () => {
      expect(await listNames('sort=rating')).toEqual(['审计助手', '已下线产品', '智能客服', 'Zeta'])
      const byName = await listNames('sort=name&order=asc')
      expect(await listNames('sort=name&order=desc')).toEqual([...byName].reverse())
      expect(byName.filter((name: string) => name !== 'Zeta')).toEqual(['审计助手', '已下线产品', '智能客服'])
    })

    it('counts pages and the totals of the catalogue', async () => {
      const { data, pagination, facets } = await list('page=2&pageSize=3&status=active&category=财务')
      expect(data).toEqual([])
      expect(pagination).toEqual({ current: 2, total: 1, limit: 3, totalItems: 2 })
      const categories = [
        { name: '财务', count: 2 },
        { name: '客服', count: 1 },
      ]
      expect(facets).toEqual({ active: 3, inactive: 1, categories })
    })

    it('omits contact data, and separates the catalogues', async () => {
      const { data } = await list('search=智能客服', editor)
      expect(JSON.stringify(data)).not.toContain('example.com')
      const ai = fillPath(catalogueCalls.list.path, { catalogue: 'ai' })
      const reply = await app().server.inject({ url: ai, headers: viewer.headers })
      const names = reply.json().data.map(({ name }: ProductTableRow) => name)
      expect(names).toContain('另一目录的产品')
      expect(names).not.toContain('智能客服')
    })

    it('sorts by relevance: exact, prefix and other names, each by rating, then other texts', async () => {
      await createProducts(app(), 'ai', [
        { name: '一款写作', slogan: '写回复', rating: 5 },
        { name: '快写作', rating: 3, isActive: false },
        { name: '写作台', rating: 2 },
        { name: '写作', rating: 1 },
        { name: '其他', slogan: '也能写作', rating: 5 },
      ])
      const ai = fillPath(catalogueCalls.list.path, { catalogue: 'ai' })
      const url = `${ai}?search=写作&sort=relevance&pageSize=4`
      const reply = await app().server.inject({ url, headers: viewer.headers })
      const names = reply.json().data.map(({ name }: ProductTableRow) => name)
      expect(names).toEqual(['写作', '写作台', '一款写作', '快写作'])
      expect(reply.json().pagination.totalItems).toBe(5)
    })

    it.each(['page=0', 'sort=price', 'status=other', 'search=%00', 'pageSize=101'])('rejects %s', async (query) => {
      const reply = await app().server.inject({ url: `${CATALOGUE}?${query}`, headers: viewer.headers })
      expect({ status: reply.statusCode, message: reply.json().errors[0].message }).toEqual({
        status: 400,
        message: expect.stringMatching(/[\u4e00-\u9fff]/),
      })
    })

    it('rejects an unknown catalogue', async () => {
      const url = fillPath(catalogueCalls.list.path, { catalogue: 'other' })
      expect((await app().server.inject({ url, headers: viewer.headers })).statusCode).toBe(400)
    })
  })
})

onEveryDatabase('bulk action', (app) => {
  let editor: Caller
  let viewer: Caller
  beforeAll(async () => {
    editor = await createSignedInUser(app(), 'editor')
    viewer = await createSignedInUser(app(), 'viewer')
  })

  const list = async (query: string) =>
    (await app().server.inject({ url: `${CATALOGUE}?${query}`, headers: viewer.headers })).json()
  const listNames = async (query: string) => (await list(query)).data.map(({ name }: ProductTableRow) => name)
  const listDocumentNames = async () =>
    (await app().services.products.listForDocument('agent', null)).map(({ name }) => name)
  const applyBulkAction = (payload: object, caller = editor) =>
    app().server.inject({ method: 'POST', url: BULK_ACTION, headers: caller.headers, payload })
  const getNewestEntry = async () => (await listAudit(app()))[0]

  it('changes products, and reports why others are skipped', async () => {
    const [activeId, inactiveId] = await createProducts(app(), 'agent', [
      { name: '要下架的' },
      { name: '早已下架的', isActive: false },
    ])
    const selectedIds = [activeId, inactiveId, activeId, 'nobody']
    app().clock.advance(1_000)
    const reply = await applyBulkAction({ ids: selectedIds, action: 'deactivate' })
    expect(reply.json().data).toMatchObject({
      done: 1,
      ids: [activeId],
      skipped: [
        { id: inactiveId, name: '早已下架的', reason: '已经下架' },
        { id: 'nobody', name: '', reason: '产品不存在，或已在回收站' },
      ],
    })
    expect((await listNames('status=inactive'))[0]).toBe('要下架的')
    const product = await app().server.inject('/api/products-list?search=要下架的')
    expect(product.json().data).toEqual([])
    expect(await getNewestEntry()).toMatchObject({
      action: 'product.update',
      target: '要下架的',
      detail: '批量下架，共1个产品',
    })
  })

  it('reactivates products', async () => {
    const ids = await createProducts(app(), 'agent', [{ name: '重新上架的', isActive: false }])
    expect((await applyBulkAction({ ids, action: 'activate' })).json().data).toMatchObject({
      done: 1,
      skipped: [],
    })
    const product = await app().server.inject('/api/products-list?search=重新上架的')
    expect(product.json().data.length).toBe(1)
  })

  it('sets a category', async () => {
    const ids = await createProducts(app(), 'agent', [{ name: '改类别甲' }, { name: '改类别乙' }])
    const reply = await applyBulkAction({ ids, action: 'setCategory', category: ' 审计 ' })
    expect(reply.json().data.done).toBe(2)
    expect((await listNames('category=审计')).sort()).toEqual(['改类别乙', '改类别甲'])
    expect(await getNewestEntry()).toMatchObject({ detail: '批量更改类别为“审计”，共2个产品' })
  })

  it('undoes a change of the category or price, except in products that were changed since', async () => {
    const created = await createProducts(app(), 'agent', [
      { name: '撤销甲', category: '客服', price: '按次' },
      { name: '撤销乙', category: '财务', price: '' },
      { name: '撤销丙', category: '运营', price: '年付' },
    ])
    const change = async (bulk: object) => (await applyBulkAction(bulk)).json().data
    const categories = await change({ ids: created, action: 'setCategory', category: '其他' })
    const prices = await change({ ids: created, action: 'setPrice', price: '面议' })
    const changedSince = created.at(-1)
    await change({ ids: [changedSince], action: 'setCategory', category: '法务' })

    const undone = await change({ action: 'undoCategory', current: '其他', previous: categories.previous })
    expect(undone).toMatchObject({
      done: 2,
      skipped: [{ id: changedSince, name: '撤销丙', reason: '之后又有改动，没有撤销' }],
    })
    expect(await getNewestEntry()).toMatchObject({ detail: '批量撤销更改类别，共2个产品' })
    expect(await change({ action: 'undoPrice', current: '面议', previous: prices.previous })).toMatchObject({
      done: 3,
    })
    const rows: ProductTableRow[] = (await list('search=撤销&sort=name&order=asc')).data
    expect(rows.map(({ name, category, price }) => [name, category, price])).toEqual([
      ['撤销丙', '法务', '年付'],
      ['撤销甲', '客服', '按次'],
      ['撤销乙', '财务', ''],
    ])
  })

  it('rejects categories of AI products that their editor doesn’t offer', async () => {
    const [id = ''] = await createProducts(app(), 'ai', [{ name: '转写', category: '语音识别', price: '免费' }])
    const url = fillPath(catalogueCalls.changeMany.path, { catalogue: 'ai' })
    const setCategory = (category: string) =>
      app().server.inject({
        method: 'POST',
        url,
        headers: editor.headers,
        payload: { ids: [id], action: 'setCategory', category },
      })
    const rejected = await setCategory('智能体')
    expect(toResult(rejected)).toMatchObject({
      status: 400,
      errors: [{ path: 'category', message: expect.stringContaining('没有“智能体”这个类别') }],
    })
    expect((await setCategory('其他')).json().data).toMatchObject({ done: 1, ids: [id], skipped: [] })
    const rejectedPrice = await app().server.inject({
      method: 'POST',
      url,
      headers: editor.headers,
      payload: { ids: [id], action: 'setPrice', price: '面议价' },
    })
    expect({ status: rejectedPrice.statusCode, path: rejectedPrice.json().errors[0].path }).toEqual({
      status: 400,
      path: 'price',
    })
  })

  it('moves products to the recycle bin and restores them at their positions', async () => {
    const ids = await createProducts(app(), 'agent', [{ name: 'Zeta' }, { name: '移走甲' }, { name: '移走乙' }])
    const [zetaId = '', ...others] = ids
    const before = await listDocumentNames()
    app().clock.advance(1_000)
    expect((await applyBulkAction({ ids: [zetaId], action: 'remove' })).json().data.done).toBe(1)
    expect(await listNames('search=Zeta')).toEqual([])
    const recycleBin = (await app().server.inject({ url: RECYCLE_BIN, headers: viewer.headers })).json().data
    expect(recycleBin).toContainEqual(expect.objectContaining({ id: zetaId, name: 'Zeta' }))
    const url = fillPath(catalogueCalls.restore.path, { catalogue: 'agent', id: zetaId })
    const restore = (caller: Caller) => app().server.inject({ method: 'POST', url, headers: caller.headers })
    expect((await restore(viewer)).statusCode).toBe(403)
    expect((await restore(editor)).json()).toMatchObject({ success: true, message: '产品已恢复' })
    expect((await restore(editor)).statusCode).toBe(404)
    expect(await listNames('search=Zeta')).toEqual(['Zeta'])
    await applyBulkAction({ ids: others, action: 'remove' })
    await applyBulkAction({ ids: others.toReversed(), action: 'restore' })
    expect(await listDocumentNames()).toEqual(before)
  })

  it('does not restore a product whose name is taken', async () => {
    const [id = ''] = await createProducts(app(), 'agent', [{ name: '重名的' }])
    await applyBulkAction({ ids: [id], action: 'remove' })
    await createProducts(app(), 'agent', [{ name: '重名的' }])
    const url = fillPath(catalogueCalls.restore.path, { catalogue: 'agent', id })
    const reply = await app().server.inject({ method: 'POST', url, headers: editor.headers })
    expect(toResult(reply)).toMatchObject({ status: 409, message: '产品名称已存在' })
  })

  it('sets a price', async () => {
    const ids = await createProducts(app(), 'agent', [{ name: '改价格甲' }, { name: '改价格乙' }])
    const reply = await applyBulkAction({ ids, action: 'setPrice', price: ' 年付 ' })
    expect(reply.json().data.done).toBe(2)
    expect((await applyBulkAction({ ids: [ids[0]], action: 'setPrice', price: '年付' })).json().data.skipped).toEqual([
      { id: ids[0], name: '改价格甲', reason: '已经是这个价格' },
    ])
    expect(await getNewestEntry()).toMatchObject({ detail: '批量更改价格为“年付”，共2个产品' })
  })

  it('applies to all products that match the filters, except some, and to none if their number has changed', async () => {
    const matching = { search: '', category: '批次', status: 'active', total: 45 }
    const created = await createProducts(
      app(),
      'agent',
      Array.from({ length: 45 }, (_, index) => ({ name: `批次产品${index}`, category: '批次' })),
    )
    await createProducts(app(), 'agent', [{ name: '不在批次里的', category: '另一类' }])
    const stale = await applyBulkAction({ matching: { ...matching, total: 44 }, action: 'deactivate' })
    expect(toResult(stale)).toMatchObject({
      status: 409,
      message: '符合条件的产品现在有45个，与所选的不同，请核对后重新选择',
    })
    expect((await list('category=批次&status=active')).pagination.totalItems).toBe(45)
    const except = created.slice(0, 2)
    const reply = await applyBulkAction({ matching: { ...matching, except }, action: 'deactivate' })
    expect(reply.json().data).toMatchObject({ done: 43, skipped: [] })
    expect((await list('category=批次&status=active')).data.map(({ id }: ProductTableRow) => id).sort()).toEqual(
      except.sort(),
    )
    await applyBulkAction({ matching: { ...matching, total: 2 }, action: 'deactivate' })
    expect((await list('category=批次&status=inactive')).pagination.totalItems).toBe(45)
    expect((await list('category=另一类')).data).toMatchObject([{ isActive: true }])
  })

  it('restores products, except a second one with the same name and those not in the recycle bin', async () => {
    const [sameNameId = '', otherNameId = '', activeId = ''] = await createProducts(app(), 'agent', [
      { name: '同名' },
      { name: '另一名' },
      { name: '在架' },
    ])
    await applyBulkAction({ ids: [sameNameId, otherNameId], action: 'remove' })
    const [laterSameNameId = ''] = await createProducts(app(), 'agent', [{ name: '同名' }])
    await applyBulkAction({ ids: [laterSameNameId], action: 'remove' })
    const reply = await applyBulkAction({
      ids: [sameNameId, laterSameNameId, otherNameId, activeId],
      action: 'restore',
    })
    const { ids: restored, skipped } = reply.json().data
    expect(restored.length).toBe(2)
    expect(restored).toContain(otherNameId)
    expect(skipped.map(({ name, reason }: { name: string; reason: string }) => [name, reason])).toEqual([
      ['同名', '产品名称已存在'],
      ['', expect.stringContaining('回收站')],
    ])
    expect(await getNewestEntry()).toMatchObject({ detail: '批量恢复，共2个产品' })
    expect((await listNames('search=同名')).length).toBe(1)
  })

  it('restores the whole recycle bin, except some, and nothing if their number has changed', async () => {
    const created = await createProducts(
      app(),
      'agent',
      Array.from({ length: 25 }, (_, index) => ({ name: `回收产品${index}` })),
    )
    const [exceptId = ''] = created
    await applyBulkAction({ ids: created, action: 'remove' })
    const { totalItems: total } = (await app().services.products.listRecycled('agent')).pagination
    const stale = await applyBulkAction({ matching: { total: total - 1 }, action: 'restore' })
    expect(toResult(stale)).toMatchObject({
      status: 409,
      message: `符合条件的产品现在有${total}个，与所选的不同，请核对后重新选择`,
    })
    const reply = await applyBulkAction({ matching: { total, except: [exceptId] }, action: 'restore' })
    expect(reply.json().data.ids).toEqual(expect.arrayContaining(created.slice(1)))
    expect((await list('search=回收产品')).pagination.totalItems).toBe(24)
    const recycled = await app().services.products.listRecycled('agent')
    expect(recycled.items.map(({ id }) => id)).toContain(exceptId)
  })

  it('names all products in the audit log, even if there are many', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `名称很长很长很长的产品第${index}号`)
    const created = await createProducts(
      app(),
      'agent',
      names.map((name) => ({ name })),
    )
    expect((await applyBulkAction({ ids: created, action: 'remove' })).json().data.done).toBe(60)
    const entries = (await listAudit(app(), 'product.remove')).filter(({ detail }) => detail.includes('共60个'))
    expect(entries.length).toBeGreaterThan(1)
    expect(entries.flatMap(({ target }) => target.split('、')).sort()).toEqual(names.sort())
  })

  it.each([
    ['no ids', { ids: [], action: 'activate' }, '请选择产品'],
    [
      'too many ids',
      { ids: Array.from({ length: 1_001 }, (_, index) => `${index}`), action: 'activate' },
      '一次最多处理1000个产品，请分批处理',
    ],
    ['a blank category', { ids: ['a'], action: 'setCategory', category: ' ' }, '请输入类别'],
    ['no category', { ids: ['a'], action: 'setCategory' }, '请输入类别'],
    ['an empty price', { ids: ['a'], action: 'setPrice', price: '' }, '请输入价格'],
    ['neither ids nor a filter', { action: 'remove' }, '请选择产品'],
    ['both ids and a filter', { ids: ['a'], matching: { total: 1 }, action: 'remove' }, '请选择产品'],
    [
      'too many matching products',
      { matching: { total: 1_001 }, action: 'remove' },
      '一次最多处理1000个产品，请分批处理',
    ],
    ['an undo without products', { action: 'undoPrice', current: '', previous: [] }, '请选择产品'],
    ['an unknown action', { ids: ['a'], action: 'explode' }, expect.stringMatching(/[\u4e00-\u9fff]/)],
    ['NUL in an id', { ids: ['a\u0000'], action: 'remove' }, '包含无法保存的字符，请删除后重试'],
  ])('rejects %s', async (_, payload, message) => {
    const reply = await applyBulkAction(payload)
    expect(toResult(reply)).toMatchObject({ status: 400, message })
  })

  it('rejects users with read access only', async () => {
    expect((await applyBulkAction({ ids: ['a'], action: 'activate' }, viewer)).statusCode).toBe(403)
  })
})
