import { describe, expect, it } from 'vitest'
import { itemAt } from './item-at.ts'

describe('itemAt', () => {
  it('returns the item at an index', () => {
    expect(itemAt(['a', 'b'], 1)).toBe('b')
  })

  it.each([
    { case: 'the end', index: 2 },
    { case: 'the start', index: -1 },
  ])('throws for an index beyond $case', ({ index }) => {
    expect(() => itemAt(['a', 'b'], index)).toThrow(`No item at index ${index} of 2`)
  })
})
