import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { Versions } from './merge-additions.ts'
import { compareThreeWay, isSame, mergeSelected, mergeVersions } from './three-way.ts'

const PRICE = { title: '价格', text: '按年订阅' }
const DEPLOYMENT = { title: '部署', text: '私有部署' }
const SUPPORT = { title: '支持', text: '工作日响应' }

const listAuthors = (versions: Versions<JsonObject>) =>
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
      {
        base: { items: [PRICE, DEPLOYMENT] },
        mine: { items: [PRICE, { ...DEPLOYMENT, text: '公有云部署' }] },
        theirs: { items: [SUPPORT, PRICE, DEPLOYMENT] },
      },
      ['items.2.text mine'],
      { items: [SUPPORT, PRICE, { ...DEPLOYMENT, text: '公有云部署' }] },
    ],
    [
      'each added an item',
      { base: { items: [PRICE] }, mine: { items: [PRICE, DEPLOYMENT] }, theirs: { items: [PRICE, SUPPORT] } },
      ['items.2 mine'],
      { items: [PRICE, SUPPORT, DEPLOYMENT] },
    ],
    [
      'each added an item at the front of a nested list',
      {
        base: { groups: [{ title: '组', items: [PRICE] }] },
        mine: { groups: [{ title: '组', items: [DEPLOYMENT, PRICE] }] },
        theirs: { groups: [{ title: '组', items: [SUPPORT, PRICE] }] },
      },
      ['groups.0.items.1 mine'],
      { groups: [{ title: '组', items: [SUPPORT, DEPLOYMENT, PRICE] }] },
    ],
    [
      'both added the same',
      { base: { items: [PRICE] }, mine: { items: [PRICE, DEPLOYMENT] }, theirs: { items: [PRICE, DEPLOYMENT] } },
      [],
      { items: [PRICE, DEPLOYMENT] },
    ],
    [
      'removed by me',
      { base: { items: [PRICE, DEPLOYMENT] }, mine: { items: [PRICE] }, theirs: { items: [PRICE, DEPLOYMENT] } },
      ['items.1 mine'],
      { items: [PRICE] },
    ],
    [
      'removed by them',
      { base: { items: [PRICE, DEPLOYMENT] }, mine: { items: [PRICE, DEPLOYMENT] }, theirs: { items: [PRICE] } },
      ['items.1 theirs'],
      { items: [PRICE] },
    ],
    [
      'removed by them and changed by me',
      {
        base: { items: [PRICE, DEPLOYMENT] },
        mine: { items: [PRICE, { ...DEPLOYMENT, text: '公有云部署' }] },
        theirs: { items: [PRICE] },
      },
      ['items.1 both'],
      { items: [PRICE, { ...DEPLOYMENT, text: '公有云部署' }] },
    ],
    [
      'reordered by them',
      {
        base: { items: [PRICE, DEPLOYMENT, SUPPORT] },
        mine: { items: [PRICE, DEPLOYMENT, SUPPORT] },
        theirs: { items: [SUPPORT, PRICE, DEPLOYMENT] },
      },
      ['items.2 theirs'],
      { items: [SUPPORT, PRICE, DEPLOYMENT] },
    ],
    ['a key added by them', { base: {}, mine: {}, theirs: { extra: { x: 1 } } }, ['extra theirs'], { extra: { x: 1 } }],
  ])('compares and merges changes: %s', (_, versions, differences, merged) => {
    expect(listAuthors(versions).sort()).toEqual([...differences].sort())
    expect(mergeVersions(versions)).toEqual({
      merged,
      hasConflict: differences.some((item) => item.endsWith('both')),
    })
  })

  it('takes the other side if the user selects it', () => {
    const versions = { base: { a: 1, b: 1 }, mine: { a: 2, b: 2 }, theirs: { a: 3, b: 3 } }
    const comparison = compareThreeWay(versions)
    const [first] = comparison.differences
    expect(mergeSelected(comparison, new Set([first?.key ?? '']))).toEqual({ a: 2, b: 3 })
  })
})

it.each([
  ['keys in another order', { a: 1, b: [{ c: '甲' }] }, { b: [{ c: '甲' }], a: 1 }, true],
  ['a key without a value', { a: 1 }, { a: 1, b: undefined }, false],
  ['items in another order', { a: [1, 2] }, { a: [2, 1] }, false],
])('returns whether two values are the same: %s', (_, value, other, same) => {
  expect(isSame(value, other)).toBe(same)
})
