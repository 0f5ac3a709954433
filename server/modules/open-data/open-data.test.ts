import Papa from 'papaparse'
import { beforeAll, describe, expect, it } from 'vitest'
import { factEditingCalls } from '#contracts/facts/calls.ts'
import { fillPath } from '#contracts/paths.ts'
import { readTable } from '#server/platform/tables/read-table.ts'
import { createProducts } from '#testing/factories/products.ts'
import { createSignedInUser } from '#testing/factories/users.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { escapeMarkdown } from './markdown.ts'

describe('escapeMarkdown', () => {
  it.each([
    ['a|b', 'a\\|b'],
    ['[x](javascript:alert(1))', '\\[x\\](javascript:alert(1))'],
    ['<img src=x>', '\\<img src=x\\>'],
    ['# 标题\n- 项', '\\# 标题 - 项'],
    ['`code` **b** _i_', '\\`code\\` \\*\\*b\\*\\* \\_i\\_'],
  ])('escapes %j', (text, escaped) => {
    expect(escapeMarkdown(text)).toBe(escaped)
  })
})

onEveryDatabase('open data', (app) => {
  const get = (url: string) => app().server.inject(url)

  it.each([
    '/data/catalogue.json',
    '/data/catalogue.csv',
    '/products/甲平台.md',
    '/llms.txt',
    '/feed.xml',
    '/events.ics',
  ])("lets other sites' pages read %s, also from the cache", async (url) => {
    for (const attempt of ['first', 'second'])
      expect([attempt, (await get(encodeURI(url))).headers['access-control-allow-origin']]).toEqual([attempt, '*'])
  })

  it.each(['/api/products-list', '/api/settings', '/robots.txt'])(
    "doesn't let other sites' pages read %s",
    async (url) => {
      expect((await get(url)).headers).not.toHaveProperty('access-control-allow-origin')
    },
  )

  beforeAll(async () => {
    const [id = ''] = await createProducts(app(), 'agent', [
      { name: '甲平台', slogan: '一句话', technicalSpecs: [{ title: '接口', value: 'REST' }] },
      { name: '已下架的产品', isActive: false },
    ])
    await createProducts(app(), 'ai', [{ name: '乙应用', category: '办公' }])
    const { headers } = await createSignedInUser(app(), 'editor')
    const saved = await app().server.inject({
      method: 'PUT',
      url: fillPath(factEditingCalls.save.path, { catalogue: 'agent', id }),
      headers,
      payload: {
        facts: [
          {
            attribute: 'vendor',
            value: '甲公司',
            grade: 'public',
            sourceUrl: 'https://example.com/about',
            readAt: '2026-11-20',
            note: '',
          },
        ],
      },
    })
    expect(saved.statusCode).toBe(200)
  })

  it('contains every active product with its facts and their sources, as JSON', async () => {
    const reply = await get('/data/catalogue.json')
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
    const { products, attributes } = reply.json()
    expect(products.map(({ name }: { name: string }) => name)).toEqual(['甲平台', '乙应用'])
    expect(products[0]).toMatchObject({
      catalogue: 'agent',
      url: `http://zhijian.test/products/${encodeURIComponent('甲平台')}`,
      facts: [{ attribute: 'vendor', value: '甲公司', sourceUrl: 'https://example.com/about' }],
    })
    expect(attributes).toContainEqual(expect.objectContaining({ key: 'vendor', label: '厂商' }))
    expect(reply.body).not.toContain('contactEmail')
  })

  it('contains the same products in a CSV table with one row per fact', async () => {
    const reply = await get('/data/catalogue.csv')
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    const { data } = Papa.parse<Record<string, string>>(reply.body.replace(/^\ufeff/, ''), {
      header: true,
      skipEmptyLines: true,
    })
    expect(data).toMatchObject([
      { 产品: '甲平台', 属性: '厂商', 值: '甲公司', 等级: '公开资料', 读取日期: '2026-11-20' },
      { 产品: '乙应用', 属性: '', 值: '' },
    ])
  })

  it('compares products in a workbook, with the sources', async () => {
    const { products } = (await get('/data/catalogue.json')).json()
    const reply = await get(`/data/comparison.xlsx?products=${products[0].id}`)
    const { columns, rows } = await readTable(reply.rawPayload)
    expect(columns).toEqual(['分组', '属性', '是否不同', '甲平台'])
    expect(rows.map(({ values }) => values.get('属性'))).toEqual(['平台评估', '类别', '价格', '评分', '厂商'])
    expect(Object.fromEntries(rows.at(-1)?.values ?? [])).toEqual({
      分组: '基本',
      属性: '厂商',
      是否不同: '相同',
      甲平台: '甲公司',
    })
  })

  it('rejects the comparison of too many or unknown products', async () => {
    const sevenProducts = await get('/data/comparison.xlsx?products=a,b,c,d,e,f,g')
    expect(toResult(sevenProducts)).toMatchObject({ status: 400, message: '一次最多对比6个产品' })
    expect((await get('/data/comparison.xlsx?products=unknown')).statusCode).toBe(404)
  })

  it('includes each product’s page as Markdown', async () => {
    const reply = await get(`/products/${encodeURIComponent('甲平台')}.md`)
    expect(reply.headers['content-type']).toBe('text/markdown; charset=utf-8')
    expect(reply.body).toContain('# 甲平台\n\n> 一句话\n')
    expect(reply.body).toContain('| 基本 | 厂商 | 甲公司 | 公开资料 | <https://example.com/about> | 2026-11-20 |')
    expect((await get(`/78ai/${encodeURIComponent('乙应用')}.md`)).statusCode).toBe(200)
    expect((await get('/products/unknown.md')).statusCode).toBe(404)
    expect((await get(`/products/${encodeURIComponent('已下架的产品')}.md`)).statusCode).toBe(404)
  })

  it('describes the machine-readable content in llms.txt', async () => {
    const { body } = await get('/llms.txt')
    expect(body).toContain('http://zhijian.test/data/catalogue.json')
    expect(body).toContain('1个已上架的企业智能体平台')
  })
})
