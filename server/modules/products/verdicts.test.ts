import { describe, expect, it } from 'vitest'
import { ProductListQuerySchema } from '#contracts/products/product.ts'
import type { Recommendation } from '#contracts/vocabulary.ts'
import { applyVerdicts, type Verdicts } from './verdicts.ts'

const verdict = (recommendation: Recommendation, total: number) => ({
  recommendation,
  total,
  score: Math.round(total),
  validUntil: '2027-11-21',
  isExample: false,
})
const BY_PRODUCT = new Map([
  ['b', verdict('推荐', 84.2)],
  ['c', verdict('暂不推荐', 88)],
  ['d', verdict('推荐', 84.4)],
  ['f', verdict('推荐', 84.2)],
])
const VERDICTS: Verdicts = { find: (id) => BY_PRODUCT.get(id) }
const apply = (query: object) => applyVerdicts([...'abcdef'], ProductListQuerySchema.parse(query), VERDICTS).join('')

describe('a list of products', () => {
  it.each([
    [{}, 'abcdef'],
    [{ verdict: '推荐' }, 'bdf'],
    [{ verdict: '强烈推荐' }, ''],
    [{ verdict: '全部' }, 'abcdef'],
    [{ sort: 'verdict' }, 'dbfcae'],
    [{ sort: 'verdict', order: 'asc' }, 'cbfdae'],
    [{ sort: 'verdict', verdict: '推荐' }, 'dbf'],
  ])('is filtered and ordered by %j: %s', (query, expected) => {
    expect(apply(query)).toBe(expected)
  })
})
