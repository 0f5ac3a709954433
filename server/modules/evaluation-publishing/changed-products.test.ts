import { beforeAll, beforeEach, expect, it } from 'vitest'
import { createVendorService } from '#server/modules/vendors/service.ts'
import { createProducts } from '#testing/factories/products.ts'
import { finishProject, saveMapMethod } from '#testing/factories/published-evaluations.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { createEvaluationPublishingService } from './service.ts'

const PRODUCTS = [
  { id: 'jia', name: '甲产品', rating: 4 },
  { id: 'yi', name: '乙产品', rating: 5 },
]

onEveryDatabase('publishing while a product changes', (app) => {
  let editor: Caller
  let reportId = ''
  beforeAll(async () => {
    await saveMapMethod(app())
    editor = await createSignedInUser(app(), 'editor')
    await createProducts(app(), 'agent', PRODUCTS)
    const finished = await finishProject(app(), editor, [
      { productId: 'jia', points: 84 },
      { productId: 'yi', points: 94 },
    ])
    reportId = finished.reportId
  })
  beforeEach(() =>
    app().database.write(async ({ db }) => {
      await db.deleteFrom('publishedEvaluations').execute()
      for (const { id, name } of PRODUCTS)
        await db.updateTable('products').set({ name, isActive: true, deletedAt: null }).where('id', '=', id).execute()
    }),
  )

  /** Publishes the evaluation of both products; `change` runs during the calculation of the results. */
  function publish(change: () => Promise<unknown>): Promise<number> {
    const { database, clock, services } = app()
    let changed: Promise<unknown> | undefined
    const publishing = createEvaluationPublishingService({
      database,
      clock,
      publishedEvaluations: services.publishedEvaluations,
      projects: services.evaluationProjects,
      analysis: {
        calculateGroupIntervals: async (draws) => {
          changed ??= change()
          await changed
          return services.evaluationAnalysis.calculateGroupIntervals(draws)
        },
      },
      methods: services.methods,
      products: services.products,
      vendors: createVendorService({ database, accounts: services.identity.accounts }),
    })
    return publishing.publish({ reportId, candidates: ['jia', 'yi'] }, { ...editor, ip: null })
  }
  const setProduct = (values: { name?: string; isActive?: boolean; deletedAt?: string }) =>
    app().database.write(({ db }) => db.updateTable('products').set(values).where('id', '=', 'yi').execute())
  const listPublished = () =>
    app()
      .database.read.selectFrom('publishedEvaluations')
      .select(['productId', 'productName'])
      .orderBy('productId')
      .execute()

  it.each([
    ['moved to the recycle bin', { deletedAt: '2026-11-21T02:00:00.000Z' }],
    ['withdrawn', { isActive: false }],
  ])('publishes nothing if a product is %s, and names the candidate', async (_, values) => {
    await expect(publish(() => setProduct(values))).rejects.toMatchObject({
      code: 'invalid',
      fieldErrors: [{ path: 'candidates.1', message: '产品不存在或已下架' }],
    })
    expect(await listPublished()).toEqual([])
  })

  it('publishes a renamed product under its new name', async () => {
    expect(await publish(() => setProduct({ name: '乙产品企业版' }))).toBe(2)
    expect(await listPublished()).toEqual([
      { productId: 'jia', productName: '甲产品' },
      { productId: 'yi', productName: '乙产品企业版' },
    ])
  })
})
