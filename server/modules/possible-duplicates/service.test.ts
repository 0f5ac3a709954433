import { expect, it } from 'vitest'
import { POSSIBLE_DUPLICATES_MAX } from '#contracts/limits.ts'
import { DUPLICATE_REASONS, type DuplicateReason } from '#contracts/submission-review/duplicate-reasons.ts'
import { createNameComparison, toNameKeys } from '#server/platform/search-text/name-similarity.ts'
import { createProductInput, insertProducts } from '#testing/factories/products.ts'
import { createSubmission } from '#testing/factories/submissions.ts'
import { onEveryDatabase, type TestApp } from '#testing/test-app.ts'
import { listPossibleDuplicates } from './service.ts'

/** Parts that make names equal, similar, read the same, or different only in their numbers; `𠮷` has two code units. */
const PARTS = [
  '智能',
  '客服',
  '助手',
  '云',
  '芸',
  '雀',
  '智慧',
  '客戶',
  'Pro',
  'GLM',
  '2',
  '3号',
  '·',
  ' ',
  '𠮷',
  '𠮷野',
]
const COMPANIES = ['杭州示例科技有限公司', '杭州示例', '北京示例（集团）股份有限公司', '北京示例', '某公司']

/** Returns generated names, always the same ones. */
function generateNames(count: number): string[] {
  let state = 7
  const next = (limit: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % limit
  }
  const names = Array.from({ length: count * 2 }, () =>
    Array.from({ length: 1 + next(5) }, () => PARTS[next(PARTS.length)] ?? '').join(''),
  )
  const products = new Map(names.map((name) => [toNameKeys({ name, company: '' }).nameKey, name]))
  return [...products.values()].filter((name) => name.trim() !== '').slice(0, count)
}

const getCompany = (index: number) => COMPANIES[index % COMPANIES.length] ?? ''

/** Compares two products in the obvious way. */
function findReason(one: Named, other: Named): DuplicateReason | undefined {
  const [own, keys] = [toNameKeys(one), toNameKeys(other)]
  if (own.nameKey === keys.nameKey) return 'sameName'
  if (createNameComparison(own)(keys.nameKey)) return 'similarName'
  return own.companyKey !== '' && own.companyKey === keys.companyKey ? 'sameCompany' : undefined
}
type Named = { name: string; company: string }

/** Compares a product with all others, and returns the ids of the most similar ones with their reasons. */
function compareWithAll(one: Named, others: readonly (Named & { id: string })[]): [string, DuplicateReason][] {
  const similar = others.flatMap(({ id, name, company }): [string, DuplicateReason][] => {
    const reason = findReason(one, { name, company })
    return reason ? [[id, reason]] : []
  })
  return DUPLICATE_REASONS.flatMap((listed) => similar.filter(([, reason]) => reason === listed)).slice(
    0,
    POSSIBLE_DUPLICATES_MAX,
  )
}

const listAgents = async ({ database }: TestApp) =>
  database.read
    .selectFrom('products')
    .select(['id', 'name', 'company'])
    .where('catalogue', '=', 'agent')
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute()

const listSubmissions = async ({ database }: TestApp) =>
  database.read
    .selectFrom('submissions')
    .select(['id', 'productName as name', 'companyName as company'])
    .where('deletedAt', 'is', null)
    .orderBy('ordinal', 'desc')
    .execute()

onEveryDatabase('listPossibleDuplicates', (app) => {
  it('lists what a comparison with every agent and submission lists', async () => {
    const names = generateNames(50)
    await insertProducts(
      app(),
      'agent',
      names.map((name, index) => ({
        id: `p${index}`,
        product: createProductInput({ name }),
      })),
    )
    const actor = { id: 'editor', name: '', ip: null }
    await app().database.write((transaction) => app().services.products.remove(transaction, 'agent', 'p3', actor))
    for (const [index, productName] of names.slice(0, 10).entries())
      await createSubmission(app(), { productName, companyName: getCompany(index * 3) })

    const [agents, submissions] = [await listAgents(app()), await listSubmissions(app())]
    const reasons = new Set<DuplicateReason>()
    for (const name of generateNames(60)) {
      const one = { name, company: getCompany(name.length) }
      const found = await listPossibleDuplicates(app().database.read, {
        id: 'new',
        productName: one.name,
        companyName: one.company,
        updatesProductId: null,
      })
      const products = found.products.map(({ id, reason }) => [id, reason])
      expect({ name, products }).toEqual({ name, products: compareWithAll(one, agents) })
      expect(found.submissions.map(({ _id, reason }) => [_id, reason])).toEqual(compareWithAll(one, submissions))
      for (const { reason } of [...found.products, ...found.submissions]) reasons.add(reason)
    }
    expect([...reasons].sort()).toEqual([...DUPLICATE_REASONS].sort())
  })
})
