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
  [2, createVerdict('推荐', 84.2)],
  [3, createVerdict('暂不推荐', 88)],
  [4, createVerdict('推荐', 84.4)],
  [6, createVerdict('推荐', 84.2)],
])

it.each<[SortOrder, number[]]>([
  ['desc', [4, 2, 6, 3]],
  ['asc', [3, 2, 6, 4]],
])('orders products by verdict and total, stable for ties: %s', (order, expected) => {
  expect(orderByVerdict([2, 3, 4, 6], (number) => VERDICTS.get(number), order)).toEqual(expected)
})
