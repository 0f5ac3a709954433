import { beforeAll, describe, expect, it } from 'vitest'
import { withAllSections } from '#contracts/documents/documents.ts'
import { PRODUCT_REVISIONS_MAX, TEXT } from '#contracts/limits.ts'
import type { EditorProduct } from '#contracts/products/product.ts'
import type { ProductRevision } from '#contracts/products/product-revision.ts'
import { createApiCaller } from '#testing/api-caller.ts'
import { createProductInput, createProducts } from '#testing/factories/products.ts'
import { createSubmission } from '#testing/factories/submissions.ts'
import { type Caller, createSignedInUser, SUPER_ADMIN } from '#testing/factories/users.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase, type TestApp } from '#testing/test-app.ts'

type Revisions = { data: ProductRevision[] }

/** Lists the products whose present state isn't their newest version. */
async function listUnversioned({ database }: TestApp): Promise<string[]> {
  const rows = await database.read
    .selectFrom('products')
    .leftJoin('productRevisions as newest', (join) =>
      join.onRef('newest.productId', '=', 'products.id').onRef('newest.revision', '=', 'products.version'),
    )
    .select(['products.name', 'newest.name as kept', 'products.detailsJson', 'newest.detailsJson as keptJson'])
    .where('products.name', 'not like', '~%')
    .execute()
  return rows
    .filter((row) => row.kept !== row.name || JSON.stringify(row.keptJson) !== JSON.stringify(row.detailsJson))
    .map(({ name }) => name)
}

onEveryDatabase('versions of products', (app) => {
  let editor: Caller
  let viewer: Caller
  beforeAll(async () => {
    editor = await createSignedInUser(app(), 'editor')
    viewer = await createSignedInUser(app(), 'viewer')
  })

  const actor = () => ({ id: editor.id, name: 'editor', ip: null })
  const call = createApiCaller(app, { basePath: '/api/products', getCaller: () => editor })
  const readAs = (caller: Caller, path: string) =>
    app().server.inject({ url: `/api/products/${path}`, headers: caller.headers })
  const create = async (fields: object, catalogue = 'agent'): Promise<EditorProduct> =>
    (await call('POST', `/${catalogue}`, fields)).json().data
  const save = (id: string, fields: object) => call('PUT', `/agent/${id}`, fields)
  const list = async (id: string, page = 1): Promise<ProductRevision[]> => {
    const { data }: Revisions = (await call('GET', `/agent/${id}/revisions?page=${page}`)).json()
    return data
  }
  const read = async (id: string, revision: number): Promise<ProductRevision> =>
    (await call('GET', `/agent/${id}/revisions/${revision}`)).json().data
  const restore = (id: string, revision: number, ifMatch?: string) =>
    app().server.inject({
      method: 'POST',
      url: `/api/products/agent/${id}/revisions/${revision}/restore`,
      headers: { ...editor.headers, ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }) },
    })

  it('makes a version by each save, with who, when and what changed', async () => {
    const { id } = await create({ name: '有版本的助手', price: '面议' })
    app().clock.advance(60_000)
    await save(id, { price: '9万', slogan: '更快' })
    const [newest, first] = await list(id)
    expect(newest).toEqual({
      revision: 2,
      createdAt: app().clock.now().toISOString(),
      createdBy: { id: editor.id, name: 'editor' },
      changes: { paths: 2, sections: ['slogan', 'price'] },
      restoredFrom: null,
      isCurrent: true,
    })
    expect(first).toMatchObject({ revision: 1, changes: null, isCurrent: false })
    expect((await read(id, 1)).document).toMatchObject({ id, price: '面议', slogan: '' })
    const [entry] = await listAudit(app(), 'product.update')
    expect(entry).toMatchObject({ target: '有版本的助手', detail: '标语：（空） → 更快；价格：面议 → 9万' })
  })

  it('makes none by a save that changes nothing', async () => {
    const { id } = await create({ name: '没有变化的助手' })
    await save(id, { slogan: '' })
    expect((await list(id)).map(({ revision }) => revision)).toEqual([1])
  })

  it('finds them by the product’s name, too, and only in its catalogue', async () => {
    const { id } = await create({ name: '按名称找的助手' })
    const byName = await call('GET', `/agent/${encodeURIComponent('按名称找的助手')}/revisions`)
    expect(byName.json().pagination.totalItems).toBe(1)
    expect(toResult(await call('GET', `/ai/${id}/revisions`))).toMatchObject({ status: 404 })
    expect(toResult(await call('GET', `/agent/${id}/revisions/9`))).toMatchObject({
      status: 404,
      message: '版本不存在',
    })
  })

  it('keeps the newest ones, of which the oldest has nothing to be compared with', async () => {
    const { id } = await create({ name: '常改的助手' })
    await app().database.write(({ db }) =>
      db.updateTable('products').set({ version: PRODUCT_REVISIONS_MAX }).where('id', '=', id).execute(),
    )
    await app().database.write(({ db }) =>
      db.updateTable('productRevisions').set({ revision: 2 }).where('productId', '=', id).execute(),
    )
    await save(id, { slogan: '一' })
    await save(id, { slogan: '二' })
    const revisions = await list(id)
    expect(revisions.map(({ revision, changes }) => [revision, changes?.paths])).toEqual([
      [PRODUCT_REVISIONS_MAX + 2, 1],
      [PRODUCT_REVISIONS_MAX + 1, undefined],
    ])
  })

  it('lists 20 a page, also what the last of a page changed', async () => {
    const { id } = await create({ name: '改了很多次的助手' })
    for (let index = 1; index <= 21; index += 1) await save(id, { slogan: `标语${index}` })
    const [first, second] = [await list(id), await list(id, 2)]
    expect(first).toHaveLength(20)
    expect(first.at(-1)).toMatchObject({ revision: 3, changes: { paths: 1, sections: ['slogan'] } })
    expect(second.map(({ revision }) => revision)).toEqual([2, 1])
  })

  it('hides contacts from those who may not edit products', async () => {
    const { id } = await create({ name: '有联系人的助手', contactEmail: 'vendor@example.com' })
    const detail = await readAs(viewer, `agent/${id}/revisions/1`)
    expect(detail.statusCode).toBe(200)
    expect(detail.body).not.toContain('vendor@example.com')
    expect((await read(id, 1)).document.contactEmail).toBe('vendor@example.com')
  })

  describe('restoring one', () => {
    it('makes a new version that says so', async () => {
      const { id } = await create({ name: '恢复的助手', price: '面议', slogan: '旧' })
      await save(id, { price: '9万', name: '改名的助手' })
      const reply = await restore(id, 1, '"2"')
      expect(toResult(reply)).toMatchObject({ status: 200, message: '已恢复到所选版本' })
      expect(reply.json().data).toMatchObject({ name: '恢复的助手', price: '面议', slogan: '旧' })
      expect(reply.headers.etag).toBe('"3"')
      expect((await list(id))[0]).toMatchObject({ revision: 3, restoredFrom: 1, isCurrent: true })
      const [entry] = await listAudit(app(), 'product.restore-version')
      expect(entry).toMatchObject({
        target: '恢复的助手',
        detail: '恢复自第1版；名称：改名的助手 → 恢复的助手；价格：9万 → 面议',
      })
    })

    it('leaves the facts as they are', async () => {
      const { id } = await create({ name: '换过厂商的助手', company: '甲公司', deploymentTypes: ['SaaS', '一体机'] })
      await save(id, { company: '乙公司', deploymentTypes: ['私有化部署'], slogan: '新' })
      expect((await restore(id, 1)).json().data).toMatchObject({
        company: '乙公司',
        deploymentTypes: ['私有化部署', '一体机'],
        slogan: '',
      })
    })

    it('is refused if the product was saved meanwhile', async () => {
      const { id } = await create({ name: '两人编辑的助手' })
      await save(id, { slogan: '一' })
      await save(id, { slogan: '二' })
      expect(toResult(await restore(id, 1, '"2"'))).toMatchObject({ status: 412 })
      expect((await list(id)).map(({ revision }) => revision)).toEqual([3, 2, 1])
    })

    it('is refused if another product has taken the name', async () => {
      const { id } = await create({ name: '让出名称的助手' })
      await save(id, { name: '新名称的助手' })
      await create({ name: '让出名称的助手' })
      expect(toResult(await restore(id, 1))).toMatchObject({ status: 409, errors: [{ path: 'name' }] })
    })

    it('is refused if the present rules forbid its values', async () => {
      const product = await create({ name: '旧类别的应用', category: '对话机器人', price: '免费' }, 'ai')
      await app().database.write(({ db }) =>
        db
          .updateTable('productRevisions')
          .set({ category: '早年的类别' })
          .where('productId', '=', product.id)
          .execute(),
      )
      await call('PUT', `/ai/${product.id}`, { slogan: '新' })
      const reply = await call('POST', `/ai/${product.id}/revisions/1/restore`)
      expect(toResult(reply)).toMatchObject({ status: 400, errors: [{ path: 'category' }] })
    })

    it('does not show reviews that a moderator has hidden since', async () => {
      const review = { user: '张三', rating: 2, date: '2026-11-20', comment: '不好用' }
      const { id } = await create({ name: '有评价的助手', reviews: [review] })
      await app().database.write(async (transaction) => {
        const row = await app().services.products.lockProduct(transaction, id)
        if (!row) throw new Error('no product')
        await app().services.products.saveReviews(transaction, row, [{ ...review, isHidden: true }], actor())
      })
      await restore(id, 1)
      expect((await call('GET', `/agent/${id}`)).json().data.reviews).toEqual([{ ...review, isHidden: true }])
    })

    it('brings back long texts', async () => {
      const detailedDescription = `<p>${'很长的介绍。'.repeat(TEXT.richText / 20)}</p>`
      const { id } = await create({ name: '介绍很长的助手', detailedDescription })
      await save(id, { detailedDescription: '<p>短</p>' })
      expect((await restore(id, 1)).json().data.detailedDescription).toBe(detailedDescription)
    })

    it('is refused while the product is in the recycle bin, and possible afterwards', async () => {
      const { id } = await create({ name: '移走的助手', slogan: '旧' })
      await save(id, { slogan: '新' })
      await call('DELETE', `/agent/${id}`)
      expect(toResult(await restore(id, 1))).toMatchObject({
        status: 404,
        message: '产品已移入回收站，请先恢复它，再保存',
      })
      await call('POST', `/agent/${id}/restore`)
      expect((await list(id)).map(({ changes }) => changes)).toMatchObject([
        { paths: 0, recycled: false },
        { paths: 0, recycled: true },
        { paths: 1 },
        {},
      ])
      expect((await restore(id, 1)).json().data.slogan).toBe('旧')
    })
  })

  it('makes a version on every way by which products are saved', async () => {
    const { services, database } = app()
    const [one = '', two = ''] = await createProducts(app(), 'agent', [{ name: '甲助手' }, { name: '乙助手' }])
    const bulk = (body: object) => call('POST', '/agent/bulk', body)
    await bulk({ action: 'setPrice', price: '9万', ids: [one, two] })
    await bulk({ action: 'deactivate', ids: [one] })
    await bulk({ action: 'remove', ids: [one] })
    await bulk({ action: 'restore', ids: [one] })
    expect((await list(one)).map(({ createdBy }) => createdBy?.name ?? null)).toEqual([
      'editor',
      'editor',
      'editor',
      'editor',
      null,
    ])

    await database.write(async (transaction) => {
      const products = [{ id: two, isNew: false, product: createProductInput({ name: '乙助手', slogan: '导入' }) }]
      const columns = await services.products.buildColumns([
        ...products,
        { id: 'imported-product', isNew: true, product: createProductInput({ name: '导入的助手' }) },
      ])
      const plannedRevision = await transaction.lock('catalogue:agent')
      await services.products.saveMany(transaction, { catalogue: 'agent', plannedRevision }, columns, actor())
      const snapshots = await services.products.listSnapshots(transaction.db, 'agent', [two])
      const snapshot = snapshots.get(two)
      if (!snapshot) throw new Error('no snapshot')
      const restored = { id: two, snapshot: { ...snapshot, slogan: '' } }
      await services.products.saveSnapshots(transaction, 'agent', [restored], actor())
      await services.products.removeMany(transaction, 'agent', ['imported-product'], actor())
    })
    expect((await list(two)).map(({ changes }) => changes?.sections)).toEqual([
      ['slogan'],
      ['slogan', 'price'],
      ['price'],
      undefined,
    ])

    const { id: submission } = await createSubmission(app(), { productName: '提交的助手' })
    await app().server.inject({
      method: 'PATCH',
      url: `/api/submissions/${submission}/review`,
      headers: (await createSignedInUser(app(), 'reviewer')).headers,
      payload: { status: 'approved' },
    })
    const page = await services.content.getCatalogue('products', SUPER_ADMIN)
    await services.content.save(
      'products',
      withAllSections('products', {
        products: [...page.document.products.map((product) => ({ ...product, slogan: '改' })), { name: '新的助手' }],
      }),
      { actor: actor(), ifMatch: undefined },
    )
    expect(await listUnversioned(app())).toEqual([])
    const stored = await database.read.selectFrom('products').select('name').execute()
    expect(stored.map(({ name }) => name)).toEqual(expect.arrayContaining(['提交的助手', '新的助手', '导入的助手']))
  })
})
