import { beforeAll, expect, it } from 'vitest'
import type { MarketMap } from '#contracts/published-evaluations/market-map.ts'
import { createProducts } from '#testing/factories/products.ts'
import { finishProject, saveMapMethod } from '#testing/factories/published-evaluations.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('a market map', (app) => {
  let editor: Caller

  const read = (path: string) => app().server.inject({ url: `/api/evaluation${path}` })
  const getMap = async (category = '客服'): Promise<MarketMap> =>
    (await read(`/map/${encodeURIComponent(category)}`)).json().data
  const exportMap = (format: string) => read(`/map/${encodeURIComponent('客服')}/export?format=${format}`)
  /** Evaluates products with the given points, and publishes the results. */
  const publish = async (pointsById: Record<string, number>) => {
    const evaluated = Object.entries(pointsById).map(([productId, points]) => ({ productId, points }))
    const { reportId } = await finishProject(app(), editor, evaluated)
    const candidates = Object.keys(pointsById)
    const reply = await app().server.inject({
      method: 'POST',
      url: '/api/evaluation/publications',
      headers: editor.headers,
      payload: { reportId, candidates },
    })
    expect(reply.statusCode).toBe(200)
  }

  beforeAll(async () => {
    await saveMapMethod(app())
    editor = await createSignedInUser(app(), 'editor')
    await createProducts(app(), 'agent', [
      { id: 'jia', name: '甲', category: '客服' },
      { id: 'yi', name: '乙', category: '客服' },
      { id: 'bing', name: '丙', category: '客服' },
      { id: 'ding', name: '丁', category: '客服' },
      { id: 'wu', name: '戊', category: '客服' },
      { id: 'ji', name: '己', category: '客服' },
    ])
    await createProducts(app(), 'ai', [
      { name: '同类', category: '客服' },
      { name: '别类', category: '其他' },
    ])
    await publish({ jia: 84, yi: 94, bing: 74, ding: 64 })
  })

  it('reports the actual and required number of points if there are too few', async () => {
    expect(await getMap()).toMatchObject({
      category: '客服',
      catalogues: ['agent', 'ai'],
      products: 7,
      count: 4,
      required: 5,
      points: [],
    })
    expect(await getMap('其他')).toMatchObject({ products: 1, count: 0 })
    const reply = await exportMap('csv')
    expect(toResult(reply)).toMatchObject({
      status: 409,
      message: '市场图需要至少5个产品的有效评估，目前有4个，还差1个',
    })
    expect((await read('/maps')).json().data).toEqual({
      required: 5,
      categories: [
        { category: '客服', products: 7, count: 4 },
        { category: '其他', products: 1, count: 0 },
      ],
    })
  })

  it.each(['没有', '全部', '%20'])('returns 404 for the category %s', async (category) => {
    const reply = await read(`/map/${encodeURIComponent(category)}`)
    expect(toResult(reply)).toMatchObject({ status: 404, message: '没有这个产品类别' })
  })

  it('positions five products by 技术, 商业 and 市场, best first', async () => {
    await publish({ wu: 89 })
    const { points, thresholds, count } = await getMap()
    expect({ count, thresholds }).toEqual({ count: 5, thresholds: { strong: 90, recommend: 80, cautious: 70 } })
    expect(
      points.map(({ product, tech, business, market }) => [product.name, tech.score, business.score, market.score]),
    ).toEqual([
      ['乙', 92, 92, 92],
      ['戊', 87, 87, 87],
      ['甲', 82, 82, 82],
      ['丙', 72, 72, 72],
      ['丁', 62, 62, 62],
    ])
    expect(points[0]?.tech).toEqual({ score: 92, low: 90, high: 94 })
  })

  it('is exported as CSV and JSON with all data to draw it', async () => {
    const [csv, json] = await Promise.all(['csv', 'json'].map(exportMap))
    expect(csv?.headers['content-disposition']).toContain(encodeURIComponent('市场图-客服-2026-11-21.csv'))
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
      product: '乙',
      catalogue: 'agent',
      tech: 92,
      techLow: 90,
      techHigh: 94,
      recommendation: '强烈推荐',
      isExample: false,
    })
  })

  it('omits withdrawn and expired evaluations', async () => {
    const { id } = (await read('/published/agent/jia')).json().data
    await app().services.publishedEvaluations.withdraw(id, '改版', { id: editor.id, name: editor.name, ip: null })
    expect(await getMap()).toMatchObject({ count: 4, points: [] })
    app().clock.advance(Date.parse('2027-11-21T16:00:00.000Z') - app().clock.now().getTime())
    expect(await getMap()).toMatchObject({ count: 0, points: [] })
  })
})
