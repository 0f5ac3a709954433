import { expect, it } from 'vitest'
import { createProducts } from '#testing/factories/products.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { createCardCache } from './card-cache.ts'
import { catalogueTopic, listProductNumbers } from './store.ts'

onEveryDatabase('product cards', (app) => {
  async function prepare(names: string[]) {
    const ids = await createProducts(
      app(),
      'ai',
      names.map((name) => ({ name, description: '很长的介绍' })),
    )
    const numbers = await listProductNumbers(app().database.read, ids)
    return {
      ids,
      numbers: ids.flatMap((id) => numbers.get(id) ?? []),
      readCards: createCardCache(app().database, 'ai'),
    }
  }
  const rename = (id: string, name: string) =>
    app().database.write(async (transaction) => {
      await transaction.db.updateTable('products').set({ name }).where('id', '=', id).execute()
      transaction.publish(catalogueTopic('ai'))
    })

  it('returns the cached cards until a product changes', async () => {
    const { ids, numbers, readCards } = await prepare(['卡片一', '卡片二'])
    const cards = await readCards(numbers)
    const bare = { description: '', verdict: null, found: null }
    expect(cards).toMatchObject([
      { ...bare, name: '卡片一' },
      { ...bare, name: '卡片二' },
    ])
    const again = await readCards(numbers.toReversed())
    expect([again[0] === cards[1], again[1] === cards[0]]).toEqual([true, true])
    await rename(ids[0] ?? '', '改了的卡片')
    expect((await readCards(numbers)).map(({ name }) => name)).toEqual(['改了的卡片', '卡片二'])
  })

  it('omits missing products, and doesn’t cache a card that changed while it was read', async () => {
    const { ids, numbers, readCards } = await prepare(['卡片三'])
    expect(await readCards([...numbers, 99_999_999])).toHaveLength(1)
    const reading = readCards(numbers)
    await rename(ids[0] ?? '', '改了的卡片三')
    await reading
    expect((await readCards(numbers)).map(({ name }) => name)).toEqual(['改了的卡片三'])
  })
})
