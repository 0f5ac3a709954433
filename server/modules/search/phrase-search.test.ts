/** Checks that phrase search returns the same with postings, without them, and with stale ones. */
import { beforeAll, expect, it } from 'vitest'
import { createProducts } from '#testing/factories/products.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { refreshPostings, searchTexts } from './service.ts'

/** The first number of the second block. */
const NEXT_BLOCK = 2_048
const PRODUCT_COUNT = 40
const ACTOR = { id: 'a', name: '测试', ip: null }

/**
 * The slogans of successive products: a phrase, its bigrams in another order, and it after more positions than stored.
 */
const SLOGANS = ['按角色授权', '色授权，按角色', `${'按角色。'.repeat(9)}角色授权`]

onEveryDatabase('phrase search', (app) => {
  const names: string[] = []
  const slogans = new Map<number, string>()

  async function createSlogans(count: number) {
    const products = Array.from({ length: count }, (_, index) => ({
      name: `产品${names.length + index}号`,
      slogan: SLOGANS[index % SLOGANS.length] ?? '',
    }))
    const ids = await createProducts(app(), 'agent', products)
    const rows = await app()
      .database.read.selectFrom('products')
      .select(['id', 'number', 'slogan'])
      .orderBy('number')
      .execute()
    for (const { id, number, slogan } of rows) if (ids.includes(id) && number !== null) slogans.set(number, slogan)
    names.push(...products.map(({ name }) => name))
    return ids
  }

  async function expectEveryPhraseFound() {
    for (const phrase of [
      '角色授权',
      '权，按',
      '色授',
      '角色。角',
      '按角色。角色授权',
      '授角',
      `${'按角色。'.repeat(9)}角`,
    ]) {
      const { inSummary } = await searchTexts(app().database.read, phrase, [])
      const numbers = [...slogans.keys()].filter(
        (number) => ((inSummary[number >>> 5] ?? 0) & (1 << (number & 31))) !== 0,
      )
      const matching = [...slogans].filter(([, slogan]) => slogan.includes(phrase)).map(([number]) => number)
      expect(numbers, phrase).toEqual(matching)
    }
  }

  let ids: string[] = []
  beforeAll(async () => {
    ids = await createSlogans(PRODUCT_COUNT)
    const [placeholderId = ''] = await createProducts(app(), 'agent', [{ name: '占位' }])
    await app()
      .database.read.updateTable('products')
      .set({ number: NEXT_BLOCK - 1 })
      .where('id', '=', placeholderId)
      .execute()
    await createSlogans(5)
    await createSlogans(PRODUCT_COUNT)
  })

  it('matches phrases by the word index only', expectEveryPhraseFound)

  it('matches phrases by postings, which are built into SQLite’s index', async () => {
    expect(await refreshPostings(app().database, 1)).toBe(app().database.kind === 'postgres')
    expect(await refreshPostings(app().database, 1)).toBe(false)
    await expectEveryPhraseFound()
  })

  it('matches phrases in texts saved since', async () => {
    const [id = ''] = ids
    const slogan = '色授权，按角色授权'
    await app().database.write(async (transaction) => {
      const stored = await app().services.products.findStored(transaction.db, 'agent', id)
      const product = stored && { ...stored.product, slogan }
      if (product) await app().services.products.update(transaction, { catalogue: 'agent', id }, product, ACTOR)
    })
    const [number = 0] = slogans.keys()
    slogans.set(number, slogan)
    await createSlogans(3)
    await expectEveryPhraseFound()
    await refreshPostings(app().database, 1)
    await expectEveryPhraseFound()
  })
})
