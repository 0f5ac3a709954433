import { expect, it } from 'vitest'
import { getCatalogueTopic } from '#server/modules/facts/service.ts'
import { createProducts } from '#testing/factories/products.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { createCardCache } from './card-cache.ts'

onEveryDatabase('product cards', (app) => {
  async function readNumbers(ids: readonly string[]): Promise<number[]> {
    const rows = await app()
      .database.read.selectFrom('products')
      .select(['id', 'number'])
      .where('id', 'in', ids)
      .execute()
    return ids.flatMap((id) => rows.find((row) => row.id === id)?.number ?? [])
  }

  async function createCards(names: string[]) {
    const ids = await createProducts(
      app(),
      'ai',
      names.map((name) => ({ name, slogan: '一句话', description: '很长的介绍' })),
    )
    return { ids, numbers: await readNumbers(ids), readCards: createCardCache(app().database, 'ai') }
  }
  const rename = (id: string, name: string) =>
    app().database.write(async (transaction) => {
      await transaction.db.updateTable('products').set({ name }).where('id', '=', id).execute()
      transaction.publish(getCatalogueTopic('ai'))
    })

  it('returns the cached cards until a product changes', async () => {
    const { ids, numbers, readCards } = await createCards(['卡片一', '卡片二'])
    const cards = await readCards(numbers)
    const omittedFields = { description: '', verdict: null, matches: [] }
    expect(cards).toMatchObject([
      { ...omittedFields, name: '卡片一' },
      { ...omittedFields, name: '卡片二' },
    ])
    const reversedCards = await readCards(numbers.toReversed())
    expect(reversedCards[0]).toBe(cards[1])
    expect(reversedCards[1]).toBe(cards[0])
    await rename(ids[0] ?? '', '改了的卡片')
    expect((await readCards(numbers)).map(({ name }) => name)).toEqual(['改了的卡片', '卡片二'])
  })

  it('has the beginning of the description if there is no slogan', async () => {
    const ids = await createProducts(app(), 'ai', [{ name: '无标语的卡片', description: `介绍${'长'.repeat(200)}` }])
    const [card] = await createCardCache(app().database, 'ai')(await readNumbers(ids))
    expect(card?.description).toBe(`介绍${'长'.repeat(98)}…`)
  })

  it('omits missing products', async () => {
    const { numbers, readCards } = await createCards(['卡片三'])
    const unknownNumber = 99_999_999
    expect(await readCards([...numbers, unknownNumber])).toHaveLength(1)
  })

  it('doesn’t cache a card that changed while it was read', async () => {
    const { ids, numbers, readCards } = await createCards(['卡片四'])
    const reading = readCards(numbers)
    await rename(ids[0] ?? '', '改了的卡片四')
    await reading
    expect((await readCards(numbers)).map(({ name }) => name)).toEqual(['改了的卡片四'])
  })
})
