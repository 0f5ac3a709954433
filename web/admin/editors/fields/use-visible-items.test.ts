import { describe, expect, it } from 'vitest'
import { findIndexAfterRemoval, listVisibleIndexes } from './use-visible-items.ts'

describe('listVisibleIndexes', () => {
  it.each<[string, number[], number, number | undefined, number[]]>([
    ['shows the first of many', [0, 1, 2, 3], 2, undefined, [0, 1]],
    ['shows all of few', [0, 1], 50, undefined, [0, 1]],
    ['shows the pinned item beyond the limit', [0, 1, 2, 3], 2, 3, [0, 1, 3]],
    ['shows the pinned item within the limit once', [0, 1, 2, 3], 2, 1, [0, 1]],
    ['shows the pinned item even if it does not match the search', [4, 9], 50, 6, [4, 6, 9]],
    ['shows only the pinned item if nothing matches', [], 50, 0, [0]],
  ])('%s', (_, all, limit, pinned, rendered) => {
    expect(listVisibleIndexes(all, limit, pinned)).toEqual(rendered)
  })
})

it.each([
  ['the next item, which moves up', [0, 1, 2], 1, 1],
  ['the next item that matches the search', [0, 4, 7], 4, 6],
  ['the previous item after the last one', [0, 1, 2], 2, 1],
  ['no item after the only one', [3], 3, undefined],
])('selects %s', (_, visibleIndexes, removedIndex, index) => {
  expect(findIndexAfterRemoval(visibleIndexes, removedIndex)).toBe(index)
})
