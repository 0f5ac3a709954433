import { describe, expect, it } from 'vitest'
import { changeSelection, clearIfFilterChanged, EMPTY_SELECTION, type Selection } from './use-product-selection.ts'

const [first, second, third] = ['甲', '乙', '丙'].map((name, index) => ({ id: `p${index + 1}`, name }))
if (!first || !second || !third) throw new Error('three products are needed')

const allMatching = (...excluded: string[]): Selection => ({
  kind: 'matching',
  filter: 'price=免费',
  total: 3,
  excluded: new Set(excluded),
})

describe('products selected one by one', () => {
  const selected = changeSelection(EMPTY_SELECTION, [first, second], true)

  it('keep their names in the order of selection', () => {
    const names = new Map([
      ['p1', '甲'],
      ['p2', '乙'],
      ['p3', '丙'],
    ])
    expect(changeSelection(selected, [third], true)).toEqual({ kind: 'individual', names })
  })

  it('are deselected', () => {
    expect(changeSelection(selected, [first, second], false)).toEqual(EMPTY_SELECTION)
  })

  it('stay selected if the filter changes', () => {
    expect(clearIfFilterChanged(selected, 'price=付费')).toBe(selected)
  })
})

describe('all matching products', () => {
  it('are selected without those that are deselected, until these are selected again', () => {
    expect(changeSelection(allMatching(), [first], false)).toEqual(allMatching('p1'))
    expect(changeSelection(allMatching('p1', 'p2'), [first], true)).toEqual(allMatching('p2'))
  })

  it('are replaced by an empty selection once the last one is deselected', () => {
    expect(changeSelection(allMatching('p1', 'p2'), [third], false)).toEqual(EMPTY_SELECTION)
  })

  it('are deselected if the filter changes', () => {
    expect(clearIfFilterChanged(allMatching(), 'price=付费')).toEqual(EMPTY_SELECTION)
    expect(clearIfFilterChanged(allMatching('p1'), 'price=免费')).toEqual(allMatching('p1'))
  })
})
