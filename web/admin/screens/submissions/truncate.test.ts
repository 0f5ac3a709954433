import { expect, it } from 'vitest'
import { truncate } from './truncate.ts'

it.each([
  ['', 3, '', false],
  ['一二三', 3, '一二三', false],
  ['一二三四', 3, '一二三……', true],
  ['一二 四', 3, '一二……', true],
  ['一二、四', 3, '一二……', true],
  ['👩🏽一二', 2, '👩🏽……', true],
  ['𠮷野家', 3, '𠮷野家', false],
])('truncates %j to %i characters: %j', (text, maxLength, expected, isTruncated) => {
  expect(truncate(text, maxLength)).toEqual({ text: expected, isTruncated })
})
