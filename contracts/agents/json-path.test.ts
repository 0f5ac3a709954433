import { expect, it } from 'vitest'
import { isCheapPath, isSearch } from './json-path.ts'

it.each([
  '$.data.answer',
  '$..answer',
  "$['data,answer'][0]",
  "$.messages[?@.type == 'answer, or *'].content",
  "$.messages[?@.type == 'answer'].parts[*].text",
])('accepts %s', (path) => expect(isCheapPath(path)).toBe(true))

it.each([
  ['nested recursion', '$..a..b'],
  ['recursion inside a filter', '$[?@..a]'],
  ['the whole reply inside a filter', '$[?@.a == $.b]'],
  ['a wildcard inside a filter', '$[?@[*]]'],
  ['two filters', '$[?@.a][?@.b]'],
  ['a list of selectors', "$['a','a']"],
  ['a regular expression', "$[?match(@.a, '(a+)+')]"],
])('rejects %s', (_, path) => expect(isCheapPath(path)).toBe(false))

it.each([
  ['$.data.answer', false],
  ["$['a..b: *?'][0]", false],
  ['', false],
  ['$..answer', true],
  ['$.choices[*].text', true],
  ['$.choices[1:].text', true],
  ["$.messages[?@.type == 'answer'].text", true],
])('tells whether %s searches: %s', (path, expected) => expect(isSearch(path)).toBe(expected))
