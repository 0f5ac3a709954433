import { describe, expect, it } from 'vitest'
import { listVisibleIndexes } from './use-visible-items.ts'

describe('listVisibleIndexes', () => {
  it.each<[string, number[], number, number | undefined, number[]]>([
    ['the first of many', [0, 1, 2, 3], 2, undefined, [0, 1]],
    ['all of few', [0, 1], 50, undefined, [0, 1]],
    ['one that was asked for behind the first', [0, 1, 2, 3], 2, 3, [0, 1, 3]],
    ['one that was asked for among the first', [0, 1, 2, 3], 2, 1, [0, 1]],
    ['one that a search does not find', [4, 9], 50, 6, [4, 6, 9]],
    ['one alone', [], 50, 0, [0]],
  ])('%s', (_, all, limit, requested, rendered) => {
    expect(listVisibleIndexes(all, limit, requested)).toEqual(rendered)
  })
})
