import { beforeAll, describe, expect, it } from 'vitest'
import { createProductInput, createProducts } from '#testing/factories/products.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('catalogue', (app) => {
  beforeAll(async () => {
    await createProducts(app(), 'agent', [
      {
        name: '智能客服',
        slogan: '答得出依据',
        category: '智能客服',
        price: '面议',
        rating: 4.2,
        deploymentTypes: ['SaaS'],
      },
      {
        name: '审计助手',
        description: '面向財務的 ＡＩ 审计',
        category: '财务',
        price: '中端',
        rating: 4.9,
        deploymentTypes: ['私有化部署'],
        keyCapabilities: ['凭证抽查'],
        detailedDescription: '<p>详情</p>',
        technicalSpecs: [{ title: '接口', value: 'REST' }],
      },
      { name: 'Zeta', category: '财务', price: '面议', rating: null },
      { name: '已下线产品', isActive: false },
    ])
  })

  const listNames = async (query: string) => {
    const reply = await app().server.inject(`/api/products-list?${query}`)
    expect(reply.statusCode).toBe(200)
    const body: { data: { name: string }[] } = reply.json()
    return body.data.map(({ name }) => name)
  }

  describe('list', () => {
    it.each([
      ['sorts by descending rating by default, with no rating as 0', '', ['审计助手', '智能客服', 'Zeta']],
      ['sorts by ascending rating', 'order=asc', ['Zeta', '智能客服', '审计助手']],
      [
        'sorts names by pinyin',
        'sort=name&order=asc',
        ['审计助手', '智能客服', 'Zeta'].sort(new Intl.Collator('zh-Hans-CN-u-co-pinyin').compare),
      ],
      ['ignores the filter 全部', 'category=全部&price=全部&type=全部', ['审计助手', '智能客服', 'Zeta']],
      ['filters by category', 'category=财务', ['审计助手', 'Zeta']],
      ['filters by price', 'price=面议', ['智能客服', 'Zeta']],
      ['filters by a deployment type', 'type=私有化部署', ['审计助手']],
      ['ignores any other type', 'type=chatbot', ['审计助手', '智能客服', 'Zeta']],
      ['matches a word of the slogan', 'search=依据', ['智能客服']],
      ['matches full pinyin', 'search=zhinengkefu', ['智能客服']],
      ['matches initials of pinyin', 'search=znkf', ['智能客服']],
      ['matches simplified by traditional characters', 'search=審計', ['审计助手']],
      ['matches traditional by simplified characters', 'search=财务', ['审计助手']],
      ['matches half-width by full-width characters', 'search=ａｉ', ['审计助手']],
      ['ignores letter case', 'search=zETA', ['Zeta']],
      ['returns nothing without a match', 'search=查无此物', []],
      ['returns a page', 'page=2&pageSize=2', ['Zeta']],
      ['returns nothing after the last page', 'page=9&pageSize=2', []],
    ])('%s', async (_, query, names) => {
      expect(await listNames(query)).toEqual(names)
    })

    describe('with a search that is a product’s name', () => {
      beforeAll(async () => {
        await createProducts(app(), 'ai', [
          { name: 'Rag Flow', rating: 3, category: '知识' },
          { name: 'RAG FLOW 插件', rating: 5, category: '知识' },
          { name: '甲平台', slogan: '可接Rag Flow', rating: 4, category: '知识' },
        ])
      })
      it.each([
        ['lists that product first', 'search=ｒａｇ  flow', ['Rag Flow', 'RAG FLOW 插件', '甲平台']],
        ['ranks others by rating', 'search=rag', ['RAG FLOW 插件', '甲平台', 'Rag Flow']],
        ['keeps the filters', 'search=rag flow&category=法务', []],
        ['keeps the page size', 'search=rag flow&page=2&pageSize=1', ['RAG FLOW 插件']],
        ['obeys another order', 'search=rag flow&sort=name&order=desc', ['RAG FLOW 插件', 'Rag Flow', '甲平台']],
      ])('%s', async (_, query, names) => {
        expect(await listNames(`catalogue=ai&${query}`)).toEqual(names)
      })
    })

    it('counts pages', async () => {
      const reply = await app().server.inject('/api/products-list?page=2&pageSize=2')
      expect(reply.json().pagination).toEqual({ current: 2, total: 2, limit: 2, totalItems: 3 })
    })

    it('returns only the fields of a card', async () => {
      const result = await app().server.inject('/api/products-list?search=shenji&fields=card')
      expect(result.json().data[0]).toMatchObject({
        name: '审计助手',
        // Instead of the missing slogan.
        description: '面向財務的 ＡＩ 审计',
        detailedDescription: '',
        technicalSpecs: [],
        reviews: [],
        category: '财务',
        rating: 4.9,
        deploymentTypes: ['私有化部署'],
        keyCapabilities: ['凭证抽查'],
      })
    })

    it.each([
      ['page=0', 'page'],
      ['page=x', 'page'],
      ['pageSize=101', 'pageSize'],
      ['sort=price', 'sort'],
      ['order=up', 'order'],
      ['fields=none', 'fields'],
      ['catalogue=other', 'catalogue'],
    ])('rejects %s', async (query, path) => {
      const reply = await app().server.inject(`/api/products-list?${query}`)
      expect(reply.statusCode).toBe(400)
      expect(reply.json().errors).toEqual([{ path, message: expect.stringMatching(/[\u4e00-\u9fff]/) }])
    })
  })

  describe('detail', () => {
    it('finds a product by name', async () => {
      const reply = await app().server.inject(`/api/product-detail/${encodeURIComponent('智能客服')}`)
      expect(reply.json()).toMatchObject({ success: true, data: { name: '智能客服', rating: 4.2 } })
    })

    it('does not show an inactive product', async () => {
      const reply = await app().server.inject(`/api/product-detail/${encodeURIComponent('已下线产品')}`)
      expect(toResult(reply)).toMatchObject({ status: 404, message: '产品不存在' })
    })

    it("returns 404 for a name that databases can't store", async () => {
      const reply = await app().server.inject('/api/product-detail/%00')
      expect(toResult(reply)).toMatchObject({ status: 404, message: '产品不存在' })
    })

    it('separates the catalogues', async () => {
      const reply = await app().server.inject(`/api/product-detail/Zeta?catalogue=ai`)
      expect(toResult(reply)).toMatchObject({ status: 404, message: '78AI产品不存在或已下线' })
    })
  })

  it('lists a new product immediately', async () => {
    expect(await listNames('catalogue=ai&category=新来')).toEqual([])
    await createProducts(app(), 'ai', [{ name: '新来的产品', category: '新来' }])
    expect(await listNames('catalogue=ai&category=新来')).toEqual(['新来的产品'])
  })

  it('rejects a name that is taken', async () => {
    const { database, services } = app()
    const duplicate = database.write((transaction) =>
      services.products.create(transaction, 'agent', createProductInput({ name: 'Zeta' })),
    )
    await expect(duplicate).rejects.toMatchObject({ code: 'conflict', message: '产品名称已存在' })
  })
})
