import { expect, it } from 'vitest'
import { withKeys } from './with-keys.ts'

it.each([
  ['no names', [], []],
  ['different names', ['a', 'b'], ['a', 'b']],
  ['repeated names', ['a', 'a', 'b', 'a'], ['a', 'a\n2', 'b', 'a\n3']],
])('returns unique keys for %s', (_, names, keys) => {
  const keyed = withKeys(names, String)
  expect(keyed.map(({ key }) => key)).toEqual(keys)
  expect(keyed.map(({ item }) => item)).toEqual(names)
})
