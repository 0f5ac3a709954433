import { describe, expect, it } from 'vitest'
import { applyListChange, invertListChange, type ListChange, mapIndexes } from './list-change.ts'

const LETTERS = ['a', 'b', 'c', 'd']
const INDEXES = LETTERS.map((_, index) => index)
const list = 'services'
const CHANGES: readonly ListChange[] = [
  ...INDEXES.flatMap((from) => INDEXES.map((to) => ({ list, kind: 'moved' as const, from, to }))),
  ...INDEXES.map((index) => ({ list, kind: 'removed' as const, index })),
  ...[...INDEXES, 4].map((index) => ({ list, kind: 'added' as const, index })),
]

describe.each(CHANGES)('a list change %j', (change) => {
  const after = applyListChange(LETTERS, change, 'new')

  it('maps each item to its new index', () => {
    const mapIndex = mapIndexes(change)
    for (const [index, letter] of LETTERS.entries()) {
      const newIndex = mapIndex(index)
      expect(newIndex === undefined ? after.includes(letter) : after[newIndex] === letter).toBe(newIndex !== undefined)
    }
  })

  it('reverts with its inverse', () => {
    const removed = change.kind === 'removed' ? (LETTERS[change.index] ?? '') : ''
    expect(applyListChange(after, invertListChange(change), removed)).toEqual(LETTERS)
  })
})
