import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { Versions } from './merge-additions.ts'
import { compareThreeWay, isSame, mergeSelected, mergeVersions } from './three-way.ts'

const A = { title: '甲', text: '一' }
const B = { title: '乙', text: '二' }
const C = { title: '丙', text: '三' }

const listOwners = (versions: Versions<JsonObject>) =>
  compareThreeWay(versions).differences.map((item) => `${item.path} ${item.changedBy}`)

describe('a three-way merge', () => {
  it.each<[string, Versions<JsonObject>, string[], JsonObject]>([
    [
      'changed different fields',
      { base: { a: 1, b: 1 }, mine: { a: 2, b: 1 }, theirs: { a: 1, b: 2 } },
      ['a mine', 'b theirs'],
      { a: 2, b: 2 },
    ],
    ['changed one field', { base: { a: 1 }, mine: { a: 2 }, theirs: { a: 3 } }, ['a both'], { a: 2 }],
    ['changed one field to the same value', { base: { a: 1 }, mine: { a: 2 }, theirs: { a: 2 } }, [], { a: 2 }],
    [
      'edited one item and added another',
      { base: { l: [A, B] }, mine: { l: [A, { ...B, text: '贰' }] }, theirs: { l: [C, A, B] } },
      ['l.2.text mine'],
      { l: [C, A, { ...B, text: '贰' }] },
    ],
    [
      'each added an item',
      { base: { l: [A] }, mine: { l: [A, B] }, theirs: { l: [A, C] } },
      ['l.2 mine'],
      { l: [A, C, B] },
    ],
    [
      'each added an item at the front of a nested list',
      {
        base: { g: [{ title: '组', l: [A] }] },
        mine: { g: [{ title: '组', l: [B, A] }] },
        theirs: { g: [{ title: '组', l: [C, A] }] },
      },
      ['g.0.l.1 mine'],
      { g: [{ title: '组', l: [C, B, A] }] },
    ],
    ['both added the same', { base: { l: [A] }, mine: { l: [A, B] }, theirs: { l: [A, B] } }, [], { l: [A, B] }],
    ['removed by me', { base: { l: [A, B] }, mine: { l: [A] }, theirs: { l: [A, B] } }, ['l.1 mine'], { l: [A] }],
    ['removed by them', { base: { l: [A, B] }, mine: { l: [A, B] }, theirs: { l: [A] } }, ['l.1 theirs'], { l: [A] }],
    [
      'removed by them and changed by me',
      { base: { l: [A, B] }, mine: { l: [A, { ...B, text: '贰' }] }, theirs: { l: [A] } },
      ['l.1 both'],
      { l: [A, { ...B, text: '贰' }] },
    ],
    [
      'reordered by them',
      { base: { l: [A, B, C] }, mine: { l: [A, B, C] }, theirs: { l: [C, A, B] } },
      ['l.2 theirs'],
      { l: [C, A, B] },
    ],
    ['a key added by them', { base: {}, mine: {}, theirs: { extra: { x: 1 } } }, ['extra theirs'], { extra: { x: 1 } }],
  ])('compares and merges changes: %s', (_, versions, differences, merged) => {
    expect(listOwners(versions).sort()).toEqual([...differences].sort())
    expect(mergeVersions(versions)).toEqual({
      merged,
      hasConflict: differences.some((item) => item.endsWith('both')),
    })
  })

  it('takes the other side if the user selects it', () => {
    const versions = { base: { a: 1, b: 1 }, mine: { a: 2, b: 2 }, theirs: { a: 3, b: 3 } }
    const [first] = compareThreeWay(versions).differences
    expect(mergeSelected(versions, new Set([first?.key ?? '']))).toEqual({ a: 2, b: 3 })
  })
})

it.each([
  [{ a: 1, b: [{ c: '甲' }] }, { b: [{ c: '甲' }], a: 1 }, true],
  [{ a: 1 }, { a: 1, b: undefined }, false],
  [{ a: [1, 2] }, { a: [2, 1] }, false],
])('returns whether %j equals %j: %s', (value, other, same) => {
  expect(isSame(value, other)).toBe(same)
})
