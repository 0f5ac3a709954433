import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withAllSections } from '#contracts/documents/documents.ts'
import { DAY_MS } from '#contracts/durations.ts'
import type { EditorProduct } from '#contracts/products/product.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { createProductInput, createProducts } from '#testing/factories/products.ts'
import { type Caller, createSignedInUser, SUPER_ADMIN } from '#testing/factories/users.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

type SentProduct = Record<string, unknown> & { name: string }

onEveryDatabase("saving a catalogue's document", (app) => {
  let editor: Caller
  let viewer: Caller
  beforeAll(async () => {
    editor = await createSignedInUser(app(), 'editor')
    viewer = await createSignedInUser(app(), 'viewer')
  })

  const URL = '/api/products-content'
  const put = (sections: JsonObject, headers: Record<string, string> = {}) =>
    app().server.inject({
      method: 'PUT',
      url: URL,
      payload: withAllSections('products', sections),
      headers: { ...editor.headers, ...headers },
    })
  const get = (headers: Record<string, string> = {}, url = URL) => app().server.inject({ url, headers })
  const listProducts = async (headers: Record<string, string> = editor.headers): Promise<EditorProduct[]> =>
    (await get(headers)).json().data.products
  const listNames = async () => (await listProducts()).map(({ name }) => name)
  const save = async (list: SentProduct[]) => {
    const reply = await put({ products: list })
    expect(toResult(reply)).toMatchObject({ status: 200, message: '产品内容保存成功！' })
    return reply
  }
  const listRecycled = async () => (await app().services.products.listRecycled('agent')).items.map(({ name }) => name)
  const getActor = () => ({ id: editor.id, name: editor.name, ip: null })

  beforeEach(async () => {
    await save([{ name: '甲', category: '客服' }, { name: '乙', isActive: false }, { name: '丙' }])
  })

  it('stores the list as rows, which are visible everywhere immediately', async () => {
    const entries = (await get({}, '/api/products-list')).json().data
    expect(entries.map(({ name }: { name: string }) => name).sort()).toEqual(['丙', '甲'])
    expect((await get({}, `/api/product-detail/${encodeURIComponent('甲')}`)).json().data.category).toBe('客服')
  })

  it('offers the categories of active products after those of the page, which editors see unchanged', async () => {
    const list = [
      { name: '甲', category: '自动化' },
      { name: '乙', category: '未公开', isActive: false },
      { name: '丙', category: '客服' },
      { name: '丁', category: '安防' },
    ]
    await put({ categories: ['客服', '办公'], products: list })
    const readCategories = async (url: string, headers = {}) => (await get(headers, url)).json().data.categories
    const offered = ['客服', '办公', '安防', '自动化']
    expect(await readCategories(`${URL}?products=none`)).toEqual(offered)
    expect(await readCategories('/api/products-filters')).toEqual(offered)
    expect(await readCategories(URL, editor.headers)).toEqual(['客服', '办公'])
    await put({ categories: ['客服', '办公'], products: list.slice(2) })
    expect(await readCategories('/api/products-filters')).toEqual(['客服', '办公', '安防'])
  })

  it('shows editors all products, and anonymous visitors the active ones without contacts', async () => {
    await save([
      { name: '甲', company: '甲公司', contactEmail: 'a@example.com' },
      { name: '乙', isActive: false },
    ])
    const [first, second] = await listProducts()
    expect(first).toMatchObject({ company: '甲公司', contactEmail: 'a@example.com', views: 0, _id: first?.id })
    expect({ name: second?.name, isActive: second?.isActive }).toEqual({ name: '乙', isActive: false })
    expect((await listProducts(viewer.headers)).map(({ contactEmail }) => contactEmail)).toEqual(['', ''])
    const anonymousReply = await get()
    expect(anonymousReply.body).not.toMatch(/甲公司|a@example\.com|contactEmail|"views"/)
    expect(anonymousReply.json().data.products).toHaveLength(1)
    expect((await get(editor.headers)).headers['cache-control']).toBe('private, no-store')
    expect((await get()).json()).toEqual(anonymousReply.json())
    const member = await createSignedInUser(app(), 'member', `member-${app().clock.now().getTime()}`)
    expect((await listProducts(member.headers)).map(({ name }) => name)).toEqual(['甲'])
    app().clock.advance(1)
  })

  it('matches products by id, otherwise by name, and updates only changed ones', async () => {
    const before = await listProducts()
    app().clock.advance(60_000)
    await save(
      before.map((product) =>
        product.name === '甲' ? { ...product, name: '甲改名' } : { name: product.name, isActive: product.isActive },
      ),
    )
    const after = await listProducts()
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(after.map(({ name }) => name)).toEqual(['甲改名', '乙', '丙'])
    expect(after.map(({ lastUpdated }, index) => lastUpdated !== before[index]?.lastUpdated)).toEqual([
      true,
      false,
      false,
    ])
  })

  it('stores products in the order of the list', async () => {
    const before = await listProducts()
    await save([...before].reverse())
    expect(await listNames()).toEqual(['丙', '乙', '甲'])
    expect((await listProducts()).map(({ lastUpdated }) => lastUpdated)).toEqual(
      [...before].reverse().map(({ lastUpdated }) => lastUpdated),
    )
  })

  it('allows two products to swap names', async () => {
    const [first, second, third] = await listProducts()
    await save([
      { ...first, name: '乙' },
      { ...second, name: '丙' },
      { ...third, name: '甲' },
    ] as SentProduct[])
    expect((await listProducts()).map(({ id, name }) => [id, name])).toEqual([
      [first?.id, '乙'],
      [second?.id, '丙'],
      [third?.id, '甲'],
    ])
  })

  it('retains unknown keys and ignores read-only fields', async () => {
    await save([{ name: '甲', vendorScore: { a: [1] }, views: 99, lastUpdated: '1999-01-01T00:00:00.000Z', _id: 'x' }])
    const [product] = await listProducts()
    expect(product).toMatchObject({ vendorScore: { a: [1] }, views: 0 })
    expect(product?.lastUpdated).not.toMatch(/^1999/)
    expect(product?._id).not.toBe('x')
  })

  it('leaves products unchanged if `products` is missing', async () => {
    const before = await listProducts()
    const reply = await put({ pageInfo: { title: `只改文字 ${app().clock.now().getTime()}` } })
    expect(reply.json().data.products).toEqual(before)
    expect(await listProducts()).toEqual(before)
  })

  describe('the recycle bin', () => {
    it('receives omitted products, which are restored by id', async () => {
      const before = await listProducts()
      await save(before.filter(({ name }) => name !== '甲'))
      expect(await listNames()).toEqual(['乙', '丙'])
      expect(await listRecycled()).toContain('甲')
      await save(before)
      expect((await listProducts()).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    })

    it('restores a product at its position unless its name has been taken', async () => {
      const { services, database } = app()
      const [first] = await listProducts()
      const id = first?.id ?? ''
      await database.write((transaction) => services.products.remove(transaction, 'agent', id, getActor()))
      await createProducts(app(), 'agent', [{ name: '甲' }])
      const restore = () =>
        database.write((transaction) => services.products.restore(transaction, 'agent', id, getActor()))
      await expect(restore()).rejects.toMatchObject({ code: 'conflict', message: '产品名称已存在' })
      await save((await listProducts()).filter(({ name }) => name !== '甲'))
      await restore()
      expect(await listNames()).toEqual(['甲', '乙', '丙'])
      await expect(restore()).rejects.toMatchObject({ code: 'notFound' })
    })

    it('keeps a product whose name another one looks like', async () => {
      const { services, database } = app()
      const [id = ''] = await createProducts(app(), 'agent', [{ name: 'Alpha' }])
      await database.write((transaction) => services.products.remove(transaction, 'agent', id, getActor()))
      await createProducts(app(), 'agent', [{ name: 'ALPHA' }])
      const restore = () =>
        database.write((transaction) => services.products.restore(transaction, 'agent', id, getActor()))
      await expect(restore()).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('已有产品“ALPHA”'),
      })
      await save((await listProducts()).filter(({ name }) => name !== 'ALPHA'))
    })

    it('retains products for thirty days', async () => {
      const { services, database, clock } = app()
      const [first] = await listProducts()
      const id = first?.id ?? ''
      await database.write((transaction) => services.products.remove(transaction, 'agent', id, getActor()))
      clock.advance(30 * DAY_MS + 1)
      await expect(
        database.write((transaction) => services.products.restore(transaction, 'agent', id, getActor())),
      ).rejects.toMatchObject({ code: 'notFound' })
      expect(await listRecycled()).toEqual([])
      await services.products.purge()
      const deleted = await database.read
        .selectFrom('products')
        .select('id')
        .where('deletedAt', 'is not', null)
        .execute()
      expect(deleted).toEqual([])
      // The sessions have expired.
      editor = await createSignedInUser(app(), 'editor', 'editor-later')
      viewer = await createSignedInUser(app(), 'viewer', 'viewer-later')
    })
  })

  describe('an invalid list', () => {
    it('is rejected for duplicate names, with their paths', async () => {
      const reply = await put({ products: [{ name: '甲' }, { name: '丁' }, { name: ' 甲 ' }] })
      expect(toResult(reply)).toMatchObject({
        status: 400,
        errors: [{ path: 'products.2.name', message: '产品名称重复' }],
      })
      expect(await listNames()).toEqual(['甲', '乙', '丙'])
    })

    it('is rejected for invalid fields, with their paths', async () => {
      const reply = await put({ products: [{ name: '甲', rating: 7 }, { name: '' }, { slogan: 'x' }] })
      expect(reply.json().errors.map(({ path }: { path: string }) => path)).toEqual([
        'products.0.rating',
        'products.1.name',
        'products.2.name',
      ])
    })

    it('is rejected if it is null or has more than a thousand products', async () => {
      expect((await put({ products: null })).statusCode).toBe(400)
      const many = Array.from({ length: 1_001 }, (_, index) => ({ name: `产品${index}` }))
      expect((await put({ products: many })).statusCode).toBe(400)
    })

    it('is rejected if it is outdated', async () => {
      const etag = String((await get(editor.headers)).headers.etag)
      await createProducts(app(), 'agent', [{ name: '别处所建' }])
      expect((await put({ products: [] }, { 'if-match': etag })).statusCode).toBe(412)
      expect(await listNames()).toContain('别处所建')
    })

    it('is rejected if the catalogue has more products than a list can contain, unlike the texts of its page', async () => {
      const { database, services } = app()
      await database.write(async (transaction) => {
        const [first] = await transaction.db
          .selectFrom('products')
          .selectAll()
          .where('deletedAt', 'is', null)
          .limit(1)
          .execute()
        if (!first) throw new Error('Products must exist.')
        const rows = Array.from({ length: 1_000 }, (_, index) => ({
          ...first,
          id: `many-${index}`,
          name: `众多${index}`,
          number: 10_000 + index,
          detailsJson: JSON.stringify(first.detailsJson),
          deploymentTypesJson: JSON.stringify(first.deploymentTypesJson),
        }))
        for (let index = 0; index < rows.length; index += 200)
          await transaction.db
            .insertInto('products')
            .values(rows.slice(index, index + 200))
            .execute()
        transaction.publish('catalogue:agent')
      })
      const reply = await put({ products: [] })
      expect(toResult(reply)).toMatchObject({
        status: 409,
        message: '产品数量已超过此处可编辑的上限，请到“智能体目录”或“78AI目录”中逐个编辑',
      })
      expect((await put({ pageInfo: { title: '仍可保存' } })).statusCode).toBe(200)
      const loaded = await listProducts()
      expect(loaded).toHaveLength(1_000)
      const withLoadedList = await put({ pageInfo: { title: '连同产品列表' }, products: loaded })
      expect(toResult(withLoadedList)).toMatchObject({ status: 200 })
      expect(withLoadedList.json().data.pageInfo.title).toBe('连同产品列表')
      const edited = loaded.map((product, index) => (index === 0 ? { ...product, slogan: '改过的标语' } : product))
      expect((await put({ products: edited })).statusCode).toBe(409)
      await database.write(({ db }) => db.deleteFrom('products').where('id', 'like', 'many-%').execute())
      expect((await services.products.listForDocument('agent', SUPER_ADMIN)).length).toBeLessThan(1_000)
    })
  })

  it('stores products in the history, and restores them from it', async () => {
    const listRevisions = async () => (await get(editor.headers, '/api/content/products/revisions')).json().data
    const [earlierRevision] = await listRevisions()
    const before = await listProducts()
    await save([{ name: '丁' }])
    const [newestRevision] = await listRevisions()
    expect(newestRevision.changes.sections).toEqual(['products'])
    const detail = (await get(viewer.headers, `/api/content/products/revisions/${earlierRevision.revision}`)).json()
      .data
    expect(detail.document.products.map(({ name }: { name: string }) => name)).toEqual(['甲', '乙', '丙'])
    const reply = await app().server.inject({
      method: 'POST',
      url: `/api/content/products/revisions/${earlierRevision.revision}/restore`,
      headers: editor.headers,
    })
    expect(reply.json().data.products.map(({ id }: { id: string }) => id)).toEqual(before.map(({ id }) => id))
    expect(reply.headers.etag).toBe((await get(editor.headers)).headers.etag)
    expect((await app().services.audit.listRecentChanges(1, SUPER_ADMIN))[0]?.detail).toMatch(
      /^第\d+版，恢复自第\d+版；新建3个产品：甲、乙、丙；移入回收站1个产品：丁$/,
    )
  })

  it('saves concurrently with other changes to the catalogue, without deadlock', async () => {
    const before = await listProducts()
    const { services, database } = app()
    const replies = Promise.all(
      [1, 2, 3, 4].map((index) =>
        put({ pageInfo: { title: `同时${index}` }, products: before.map((p) => ({ ...p, slogan: `同时${index}` })) }),
      ),
    )
    const otherChanges = Promise.all([
      createProducts(app(), 'agent', [{ name: '同时新建' }]),
      ...before.map(({ id, name }) =>
        database.write((transaction) =>
          services.products.update(
            transaction,
            { catalogue: 'agent', id },
            createProductInput({ name, slogan: '自己改' }),
            getActor(),
          ),
        ),
      ),
    ])
    expect((await replies).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    await otherChanges
    expect((await listProducts()).filter(({ name }) => before.some((product) => product.name === name))).toHaveLength(
      before.length,
    )
  })

  it('allows updating a single product, unless its name is taken or its version is outdated', async () => {
    const { services, database } = app()
    const [first] = await listProducts()
    const update = (fields: SentProduct, version?: number) =>
      database.write((transaction) =>
        services.products.update(
          transaction,
          { catalogue: 'agent', id: first?.id ?? '', version },
          createProductInput(fields),
          getActor(),
        ),
      )
    expect((await update({ name: '甲', slogan: '新标语' })).slogan).toBe('新标语')
    await expect(update({ name: '丙' })).rejects.toMatchObject({ code: 'conflict' })
    await expect(update({ name: '甲' }, 1_000)).rejects.toMatchObject({ code: 'versionConflict' })
    expect((await listProducts())[0]?.slogan).toBe('新标语')
  })
})
