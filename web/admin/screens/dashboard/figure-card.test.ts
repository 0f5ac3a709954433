import { describe, expect, it } from 'vitest'
import { describeChange } from './figure-card.tsx'

describe('describeChange', () => {
  it.each([
    [112, 100, '较上月增加12（12.0%）'],
    [88, 100, '较上月减少12（12.0%）'],
    [5, 5, '与上月持平'],
    [0, 0, '与上月持平'],
    [7, 0, '较上月增加7'],
    [0, 7, '较上月减少7'],
    [12_345, 1, '较上月增加12,344'],
  ])('describes a change to %i from %i: %s', (value, lastMonth, text) => {
    expect(describeChange({ value, lastMonth })).toBe(text)
  })
})
