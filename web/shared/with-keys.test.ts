import { expect, it } from 'vitest'
import { withKeys } from './with-keys.ts'

it.each([
  [[], []],
  [
    ['a', 'b'],
    ['a', 'b'],
  ],
  [
    ['a', 'a', 'b', 'a'],
    ['a', 'a\n2', 'b', 'a\n3'],
  ],
])('returns unique keys for %j', (names, keys) => {
  const keyed = withKeys(names, String)
  expect(keyed.map(({ key }) => key)).toEqual(keys)
  expect(keyed.map(({ item }) => item)).toEqual(names)
})
