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

describe('a selection one by one', () => {
  const selected = changeSelection(EMPTY_SELECTION, [first, second], true)

  it('contains the names in the order of selection', () => {
    const names = new Map([
      ['p1', '甲'],
      ['p2', '乙'],
      ['p3', '丙'],
    ])
    expect(changeSelection(selected, [third], true)).toEqual({ kind: 'individual', names })
  })

  it('loses products that are deselected', () => {
    expect(changeSelection(selected, [first, second], false)).toEqual(EMPTY_SELECTION)
  })

  it('stays if the filter changes', () => {
    expect(clearIfFilterChanged(selected, 'price=付费')).toBe(selected)
  })
})

describe('a selection of all matching products', () => {
  it('excludes products that are deselected, until they are selected again', () => {
    expect(changeSelection(allMatching(), [first], false)).toEqual(allMatching('p1'))
    expect(changeSelection(allMatching('p1', 'p2'), [first], true)).toEqual(allMatching('p2'))
  })

  it('becomes empty once the last product is deselected', () => {
    expect(changeSelection(allMatching('p1', 'p2'), [third], false)).toEqual(EMPTY_SELECTION)
  })

  it('becomes empty if the filter changes', () => {
    expect(clearIfFilterChanged(allMatching(), 'price=付费')).toEqual(EMPTY_SELECTION)
    expect(clearIfFilterChanged(allMatching('p1'), 'price=免费')).toEqual(allMatching('p1'))
  })
})
