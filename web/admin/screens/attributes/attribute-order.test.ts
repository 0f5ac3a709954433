import { expect, it } from 'vitest'
import { moveAttribute, moveGroup } from './attribute-order.ts'

/** The attributes aren't sorted by group, as after a save that changed a group. */
const ATTRIBUTES = [
  { key: 'a', group: '甲' },
  { key: 'x', group: '乙' },
  { key: 'b', group: '甲' },
  { key: 'c', group: '甲' },
]

it.each<[string, 1 | -1, string[]]>([
  ['b', -1, ['b', 'a', 'c', 'x']],
  ['b', 1, ['a', 'c', 'b', 'x']],
  ['a', -1, ['a', 'b', 'c', 'x']],
  ['x', 1, ['a', 'b', 'c', 'x']],
])('moves %s by %i within its group', (key, step, keys) => {
  expect(moveAttribute(ATTRIBUTES, key, step)).toEqual(keys)
})

it('moves a group with all its attributes', () => {
  expect(moveGroup(ATTRIBUTES, '乙', -1)).toEqual(['x', 'a', 'b', 'c'])
  expect(moveGroup(ATTRIBUTES, '乙', 1)).toEqual(['a', 'b', 'c', 'x'])
})
