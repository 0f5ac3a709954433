import { beforeAll, expect, it } from 'vitest'
import { documentCalls, documentPartCalls } from '#contracts/content/calls.ts'
import { withAllSections } from '#contracts/documents/documents.ts'
import { PRODUCT_PAGES } from '#contracts/product-pages.ts'
import { getRatingsTopic } from '#server/modules/products/service.ts'
import { createProducts } from '#testing/factories/products.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('the ratings of featured products', (app) => {
  let editor: Caller
  let agentId = ''
  let aiId = ''
  beforeAll(async () => {
    editor = await createSignedInUser(app(), 'editor')
    const agentIds = await createProducts(app(), 'agent', [
      { name: '智能客服', rating: 4.2 },
      { name: '未上架的', rating: 3, isActive: false },
    ])
    const aiIds = await createProducts(app(), 'ai', [{ name: '写作助手', rating: 3.9, category: '办公' }])
    agentId = agentIds[0] ?? ''
    aiId = aiIds[0] ?? ''
  })

  const feature = async (...featuredProducts: { name: string; rating?: number; link?: string }[]) => {
    const payload = withAllSections('home', { featuredProducts })
    const saved = await app().server.inject({
      method: 'PUT',
      url: documentCalls.home.path,
      headers: editor.headers,
      payload,
    })
    expect(saved.statusCode).toBe(200)
  }
  const readRatings = async () => (await app().server.inject(documentPartCalls.listFeaturedRatings.path)).json().data
  const setMemberRating = (memberRating: number | null, memberReviewCount: number) =>
    app().database.write(async ({ db, publish }) => {
      await db.updateTable('products').set({ memberRating, memberReviewCount }).where('id', '=', agentId).execute()
      publish(getRatingsTopic('agent'))
    })

  it('equals the ratings of the products’ pages, not those typed into the document', async () => {
    await feature({ name: '智能客服', rating: 5 })
    expect(await readRatings()).toEqual([{ name: '智能客服', rating: 4.2, memberRating: null }])
  })

  it('follows the members’ ratings, also in cached replies', async () => {
    await feature({ name: '智能客服', rating: 5 })
    await readRatings()
    await setMemberRating(3.6, 7)
    expect(await readRatings()).toEqual([{ name: '智能客服', rating: 4.2, memberRating: { rating: 3.6, count: 7 } }])
    await setMemberRating(null, 0)
    expect(await readRatings()).toEqual([{ name: '智能客服', rating: 4.2, memberRating: null }])
  })

  it('finds a product by the page that its card links to, whatever its title', async () => {
    await feature(
      { name: '客服新品', link: `${PRODUCT_PAGES.agent(agentId)}?tab=reviews` },
      { name: '写作', link: PRODUCT_PAGES.ai(aiId) },
      { name: '智能客服', link: '/community' },
    )
    expect(await readRatings()).toEqual([
      { name: '客服新品', rating: 4.2, memberRating: null },
      { name: '写作', rating: 3.9, memberRating: null },
      { name: '智能客服', rating: 4.2, memberRating: null },
    ])
  })

  it('leaves out products that visitors can’t see', async () => {
    await feature({ name: '未上架的', rating: 5 }, { name: '站外产品', rating: 4 }, { name: ' ', rating: 4 })
    expect(await readRatings()).toEqual([])
  })
})
