import { expect, it } from 'vitest'
import { isStorable } from './storable-text.ts'

it.each([
  ['', true],
  ['普通文字', true],
  ['\u0001\u001b\u007f\uffff\ufeff', true],
  ['😀', true],
  ['\ud83d\ude00', true],
  ['\u0000', false],
  ['a\u0000', false],
  ['\ud83d', false],
  ['\ude00\ud83d', false],
  ['字\udfff', false],
])('returns whether %j can be stored: %s', (text, storable) => {
  expect(isStorable(text)).toBe(storable)
})
