import { describe, expect, it } from 'vitest'
import { coarsen, findGrowth } from './product-figures.ts'

describe('a figure of a product', () => {
  it.each([
    { case: 'nothing', name: 'views', count: 0, shown: null },
    { case: 'fewer than five', name: 'views', count: 4, shown: null },
    { case: 'five views', name: 'views', count: 5, shown: 5 },
    { case: 'comparisons, exactly', name: 'compared', count: 13, shown: 13 },
    { case: 'four shortlists', name: 'shortlisted', count: 4, shown: null },
    { case: 'shortlists, rounded down', name: 'shortlisted', count: 13, shown: 10 },
    { case: 'inquiries, rounded down', name: 'inquired', count: 9, shown: 5 },
  ] as const)('shows $case', ({ name, count, shown }) => {
    expect(coarsen(name, count)).toBe(shown)
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
