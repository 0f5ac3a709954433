import { expect, it } from 'vitest'
import { matchesRevision } from './if-match.ts'

it.each([
  [undefined, true],
  ['*', true],
  [' * ', true],
  ['"5"', true],
  ['W/"5"', true],
  ['5', true],
  [' "5" ', true],
  ['"4", "5"', true],
  ['W/"4",W/"5"', true],
  ['"4"', false],
  ['"6"', false],
  ['"55"', false],
  ['"05"', false],
  ['', false],
  ['""', false],
  ['"5', false],
  ['w/"5"', false],
  ['"*"', false],
  ['5.0', false],
  ['-5', false],
  ['undefined', false],
])('compares If-Match %j with revision 5: %s', (header, isMatched) => {
  expect(matchesRevision(header, 5)).toBe(isMatched)
})
