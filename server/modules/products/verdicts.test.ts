import { expect, it } from 'vitest'
import type { Recommendation, SortOrder } from '#contracts/vocabulary.ts'
import { orderByVerdict } from './verdicts.ts'

const createVerdict = (recommendation: Recommendation, total: number) => ({
  recommendation,
  total,
  score: Math.round(total),
  validUntil: '2027-11-21',
  isExample: false,
})
const VERDICTS = new Map([
  ['b', createVerdict('推荐', 84.2)],
  ['c', createVerdict('暂不推荐', 88)],
  ['d', createVerdict('推荐', 84.4)],
  ['f', createVerdict('推荐', 84.2)],
])
const verdicts = { find: (id: string) => VERDICTS.get(id), list: () => [...VERDICTS.keys()] }

it.each<[SortOrder, string]>([
  ['desc', 'd b f c a'],
  ['asc', 'c b f d a'],
])('orders products by verdict and total, stable for ties, others last: %s', (order, expected) => {
  const products = ['a', 'b', 'c', 'd', 'f'].map((id) => ({ id }))
  const ordered = orderByVerdict(products, verdicts, order)
  expect(ordered.map(({ id }) => id).join(' ')).toBe(expected)
})
