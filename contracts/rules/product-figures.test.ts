import { describe, expect, it } from 'vitest'
import { coarsen, findGrowth } from './product-figures.ts'

describe('a figure of a product', () => {
  it.each([
    { case: 'nothing', count: 0, shown: null },
    { case: 'nothing of fewer than five', count: 4, shown: null },
    { case: 'five', count: 5, shown: 5 },
    { case: 'others, rounded down', count: 13, shown: 10 },
  ])('shows $case', ({ count, shown }) => {
    expect(coarsen(count)).toBe(shown)
  })

  it('has a growth only if both periods are shown', () => {
    expect([findGrowth(15, 10), findGrowth(5, 10), findGrowth(null, 10), findGrowth(10, null)]).toEqual([
      0.5,
      -0.5,
      null,
      null,
    ])
  })
})
