import { beforeAll, expect, it } from 'vitest'
import type { MarketMap } from '#contracts/published-evaluations/market-map.ts'
import { endOfDay, toDay } from '#contracts/rules/shanghai-time.ts'
import { createProducts } from '#testing/factories/products.ts'
import { finishProject, saveMapMethod } from '#testing/factories/published-evaluations.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('a market map', (app) => {
  let editor: Caller

  const read = (path: string) => app().server.inject({ url: `/api/evaluation${path}` })
  const getMap = async (category: string): Promise<MarketMap> =>
    (await read(`/map/${encodeURIComponent(category)}`)).json().data
  const exportMap = (category: string, format: string) =>
    read(`/map/${encodeURIComponent(category)}/export?format=${format}`)
  /** Evaluates products with the given points, and publishes the results. */
  const publish = async (pointsById: Record<string, number>, validUntil?: string) => {
    const evaluated = Object.entries(pointsById).map(([productId, points]) => ({ productId, points }))
    const { reportId } = await finishProject(app(), editor, evaluated)
    const candidates = Object.keys(pointsById)
    const reply = await app().server.inject({
      method: 'POST',
      url: '/api/evaluation/publications',
      headers: editor.headers,
      payload: { reportId, candidates, ...(validUntil && { validUntil }) },
    })
    expect(reply.statusCode).toBe(200)
  }
  /** Creates products of a category, whose names are their ids. */
  const createCategory = (category: string, names: readonly string[]) =>
    createProducts(
      app(),
      'agent',
      names.map((name) => ({ id: name, name, category })),
    )

  beforeAll(async () => {
    await saveMapMethod(app())
    editor = await createSignedInUser(app(), 'editor')
    await createCategory('客服', ['jia', 'yi', 'bing', 'ding', 'wu', 'ji'])
    await publish({ jia: 84, yi: 94, bing: 74, ding: 64, wu: 89 })
    await createCategory('财务', ['kuaiji', 'chuna'])
    await createProducts(app(), 'ai', [
      { name: '同类', category: '财务' },
      { name: '别类', category: '其他' },
    ])
    await publish({ kuaiji: 84 })
  })

  it('reports the actual and required number of points if there are too few', async () => {
    expect(await getMap('财务')).toMatchObject({
      category: '财务',
      catalogues: ['agent', 'ai'],
      products: 3,
      count: 1,
      required: 5,
      points: [],
    })
    expect(await getMap('其他')).toMatchObject({ products: 1, count: 0 })
    const reply = await exportMap('财务', 'csv')
    expect(toResult(reply)).toMatchObject({
      status: 409,
      message: '市场图需要至少5个产品的有效评估，目前有1个，还差4个',
    })
    const { required, categories } = (await read('/maps')).json().data
    expect(required).toBe(5)
    expect(categories).toEqual(
      expect.arrayContaining([
        { category: '客服', products: 6, count: 5 },
        { category: '财务', products: 3, count: 1 },
        { category: '其他', products: 1, count: 0 },
      ]),
    )
  })

  it.each(['没有', '全部', '%20'])('returns 404 for the category %s', async (category) => {
    const reply = await read(`/map/${encodeURIComponent(category)}`)
    expect(toResult(reply)).toMatchObject({ status: 404, message: '没有这个产品类别' })
  })

  it('positions five products by 技术, 商业 and 市场, best first', async () => {
    const { points, thresholds, count } = await getMap('客服')
    expect({ count, thresholds }).toEqual({ count: 5, thresholds: { strong: 90, recommend: 80, cautious: 70 } })
    expect(
      points.map(({ product, tech, business, market }) => [product.name, tech.score, business.score, market.score]),
    ).toEqual([
      ['yi', 92, 92, 92],
      ['wu', 87, 87, 87],
      ['jia', 82, 82, 82],
      ['bing', 72, 72, 72],
      ['ding', 62, 62, 62],
    ])
    expect(points[0]?.tech).toEqual({ score: 92, low: 90, high: 94 })
  })

  it('is exported as CSV and JSON with all data to draw it', async () => {
    const [csv, json] = await Promise.all(['csv', 'json'].map((format) => exportMap('客服', format)))
    expect(csv?.headers['content-disposition']).toContain(
      encodeURIComponent(`市场图-客服-${toDay(app().clock.now())}.csv`),
    )
    const [header, first] = (csv?.body ?? '').replace('\ufeff', '').split('\r\n')
    expect(header?.split(',').slice(0, 6)).toEqual([
      '产品',
      '产品编号',
      '目录',
      '技术',
      '技术（区间下限）',
      '技术（区间上限）',
    ])
    expect(first?.split(',').slice(3, 6)).toEqual(['92', '90', '94'])
    expect(JSON.parse(json?.body ?? '')[0]).toMatchObject({
      product: 'yi',
      catalogue: 'agent',
      tech: 92,
      techLow: 90,
      techHigh: 94,
      recommendation: '强烈推荐',
      isExample: false,
    })
  })

  it('omits withdrawn and expired evaluations', async () => {
    await createCategory('法务', ['hetong', 'susong', 'hegui', 'zhishi', 'laodong'])
    await publish({ hetong: 84, susong: 84, hegui: 84, zhishi: 84 })
    const today = toDay(app().clock.now())
    await publish({ laodong: 84 }, today)
    expect(await getMap('法务')).toMatchObject({ count: 5, points: { length: 5 } })
    const { id } = (await read('/published/agent/hetong')).json().data
    await app().services.publishedEvaluations.withdraw(id, '改版', { id: editor.id, name: editor.name, ip: null })
    expect(await getMap('法务')).toMatchObject({ count: 4, points: [] })
    app().clock.advance(Date.parse(endOfDay(today)) - app().clock.now().getTime())
    expect(await getMap('法务')).toMatchObject({ count: 3, points: [] })
  })
})
