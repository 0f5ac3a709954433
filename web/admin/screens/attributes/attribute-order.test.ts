import { expect, it } from 'vitest'
import { moveAttribute, moveGroup } from './attribute-order.ts'

/** Not sorted by group, as after a save that moved an attribute to another group. */
const ATTRIBUTES = [
  { key: 'vendor', group: '基本' },
  { key: 'sso', group: '安全' },
  { key: 'license', group: '基本' },
  { key: 'released', group: '基本' },
]

it.each<[string, 1 | -1, string[]]>([
  ['license', -1, ['license', 'vendor', 'released', 'sso']],
  ['license', 1, ['vendor', 'released', 'license', 'sso']],
  ['vendor', -1, ['vendor', 'license', 'released', 'sso']],
  ['sso', 1, ['vendor', 'license', 'released', 'sso']],
])('moves %s by %i within its group', (key, step, keys) => {
  expect(moveAttribute(ATTRIBUTES, key, step)).toEqual(keys)
})

it('moves a group with all its attributes', () => {
  expect(moveGroup(ATTRIBUTES, '安全', -1)).toEqual(['sso', 'vendor', 'license', 'released'])
})

it('leaves the last group last', () => {
  expect(moveGroup(ATTRIBUTES, '安全', 1)).toEqual(['vendor', 'license', 'released', 'sso'])
})
