import { expect, it } from 'vitest'
import { SHORTLIST_LIMITS } from '#contracts/limits.ts'
import type { MatchedProduct, MatchedShortlist } from './match.ts'
import { describeOmittedProducts, listQuestions } from './questions.ts'

const createProduct = (name: string): MatchedProduct => ({
  product: { id: name, name, summary: '', category: '' },
  match: {
    status: 'uncertain',
    met: [],
    unknown: [{ attribute: 'sso', values: ['yes'] }],
    unmet: [],
    preferredMet: [],
    preferredUnmet: [],
    preferredUnknown: [],
  },
  facts: [],
  factsUpdatedOn: null,
})
const createProducts = (count: number) => Array.from({ length: count }, (_, index) => createProduct(`产品${index + 1}`))

/** A shortlist of more products than can be candidates, which all may meet the requirements. */
const createShortlist = (candidates: MatchedProduct[]): MatchedShortlist => ({
  hasRequirements: true,
  result: {
    matching: { products: [], count: 0 },
    uncertain: { products: createProducts(SHORTLIST_LIMITS.candidates + 5), count: 493 },
    failing: { products: [], count: 0 },
  },
  candidates,
  unlisted: [],
})

it('asks about the best products without candidates, and says how many are omitted', () => {
  const shortlist = createShortlist([])
  const products = listQuestions(shortlist, []).map(({ product }) => product)
  expect([products.length, products.at(-1)]).toEqual([SHORTLIST_LIMITS.candidates, '产品20'])
  expect(describeOmittedProducts(shortlist)).toContain('有493个，只列出前20个')
})

it('asks only about candidates, without such a note', () => {
  const shortlist = createShortlist([createProduct('候选')])
  expect(listQuestions(shortlist, []).map(({ product }) => product)).toEqual(['候选'])
  expect(describeOmittedProducts(shortlist)).toBe('')
})
