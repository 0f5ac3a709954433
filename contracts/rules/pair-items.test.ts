import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countSteps } from '#testing/count-steps.ts'
import { applyChanges, diff, getChangeKey } from './json-diff.ts'
import { type Pairs, pairItems } from './pair-items.ts'
import { listUnmovedIndexes } from './unmoved-indexes.ts'

/** A naive implementation of the same rules: each item is compared with all others. */
function pairItemsNaively(before: readonly unknown[], after: readonly unknown[]): Pairs {
  const removed = [...before.keys()]
  const added = [...after.keys()]
  const pairs: Pairs['pairs'] = []
  const field = (item: unknown, key: string) =>
    typeof item === 'object' && item !== null ? Reflect.get(item, key) : ''
  const hasOtherId = (from: number, to: number) => {
    const [old, now] = [field(before[from], 'id'), field(after[to], 'id')]
    return old && now && old !== now
  }
  const pairBy = (isSame: (from: number, to: number) => boolean) => {
    for (const from of [...removed]) {
      const to = added.find((index) => isSame(from, index) && !hasOtherId(from, index))
      if (to === undefined) continue
      pairs.push([from, to])
      removed.splice(removed.indexOf(from), 1)
      added.splice(added.indexOf(to), 1)
    }
  }
  pairBy((from, to) => JSON.stringify(before[from]) === JSON.stringify(after[to]))
  for (const key of ['id', 'name', 'title'])
    pairBy((from, to) => Boolean(field(before[from], key)) && field(before[from], key) === field(after[to], key))
  pairBy((from, to) => from === to)
  return { pairs: pairs.sort(([a], [b]) => a - b), removed, added }
}

const word = fc.constantFrom('', 'a', 'b', 'c')
const item = fc.oneof(
  word,
  fc.array(word, { maxLength: 2 }),
  fc.record({ id: word, name: word, title: word, note: word }, { requiredKeys: [] }),
)
const items = fc.array(item, { maxLength: 8 })

describe('pairing', () => {
  it('agrees with comparing each item with all others', () => {
    fc.assert(
      fc.property(items, items, (before, after) => {
        expect(pairItems(before, after)).toEqual(pairItemsNaively(before, after))
      }),
      { numRuns: 2_000 },
    )
  })

  it('yields the newer value if all changes are applied, and the older one if none are', () => {
    const value = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 3 }, item, fc.array(tie('value'), { maxLength: 4 })),
    })).value
    fc.assert(
      fc.property(value, value, (before, after) => {
        expect(applyChanges(before, after, new Set(diff(before, after).map(getChangeKey)))).toEqual(after)
        expect(applyChanges(before, after, new Set())).toEqual(before)
      }),
      { numRuns: 1_000 },
    )
  })

  const times = <Item>(count: number, create: (index: number) => Item): Item[] =>
    Array.from({ length: count }, (_, index) => create(index))
  it.each<{ case: string; createBefore: (index: number) => object; createAfter: (index: number) => object }>([
    { case: 'equal items', createBefore: () => [], createAfter: () => [] },
    { case: 'equal items that were removed', createBefore: () => [], createAfter: () => ({}) },
    {
      case: 'items with equal names and ids',
      createBefore: (index) => ({ id: `a${index}`, name: 'x' }),
      createAfter: (index) => ({ id: `b${index}`, name: 'x' }),
    },
    {
      case: 'items with equal names, some with ids',
      createBefore: () => ({ name: 'x', note: 'old' }),
      createAfter: (index) => ({ id: index, name: 'x' }),
    },
    {
      case: 'items in reverse order',
      createBefore: (index) => ({ id: index, note: 'old' }),
      createAfter: (index) => ({ id: -index, note: 'new' }),
    },
  ])('needs twice the steps for twice as many items: $case', ({ createBefore, createAfter }) => {
    const countMergeSteps = (count: number) =>
      countSteps((counted) => {
        const before = times(count, (index) => counted(createBefore(index)))
        const after = times(count, (index) => counted(createAfter(index)))
        listUnmovedIndexes(pairItems(before, after).pairs)
        applyChanges(before, after, new Set(diff(before, after).map(getChangeKey)))
      })
    expect(countMergeSteps(2_000) / countMergeSteps(1_000)).toBeLessThan(2.5)
  })
})
