import { expect, it } from 'vitest'
import { keyed } from './keyed.ts'

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
  const found = keyed(names, String)
  expect(found.map(({ key }) => key)).toEqual(keys)
  expect(found.map(({ item }) => item)).toEqual(names)
})
