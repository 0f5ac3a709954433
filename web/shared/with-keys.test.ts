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
])('%j', (names, keys) => {
  const match = withKeys(names, String)
  expect(match.map(({ key }) => key)).toEqual(keys)
  expect(match.map(({ item }) => item)).toEqual(names)
})
