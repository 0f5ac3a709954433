import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DuplicateKeyError, parseStrictJson } from './strict-json.ts'

it.each([
  ['two keys of an object', '{"a":1,"a":2}', 'a'],
  ['equal values', '{"a":1, "a":1}', 'a'],
  ['a key with an escape', '{"total":1,"\\u0074otal":2}', 'total'],
  ['keys around an object', '{"a":{"b":1},"b":2,"a":3}', 'a'],
  ['a nested object in a list', '[{"a":[1,{"x":1,"x":2}]}]', 'x'],
  ['an empty key', '{"":1,"":2}', ''],
])('rejects a duplicate key: %s', (_, text, key) => {
  expect(() => parseStrictJson(text)).toThrow(new DuplicateKeyError(key))
})

it.each([
  ['the same key in different objects', '{"a":{"a":1},"b":[{"a":1},{"a":2}]}'],
  ['the same text as key and value', '{"a":"a","b":["a","a"]}'],
  ['structure inside strings', '{"a":"{\\"a\\":1,","b":"}\\\\","c":","}'],
])('accepts %s', (_, text) => {
  expect(parseStrictJson(text)).toEqual(JSON.parse(text))
})

it('rejects what is not JSON', () => {
  for (const text of ['', '{', '{"a":1,}', "{'a':1}"]) expect(() => parseStrictJson(text)).toThrow(SyntaxError)
})

it('parses every JSON as the built-in parser does', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parseStrictJson(text)).toEqual(JSON.parse(text))
    }),
  )
})

it('finds a key that is repeated anywhere', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.jsonValue(), (object, value) => {
      const [key = ''] = Object.keys(object)
      const text = `{"outer":[${JSON.stringify(object).slice(0, -1)},${JSON.stringify(key)}:${JSON.stringify(value)}}]}`
      expect(() => parseStrictJson(text)).toThrow(DuplicateKeyError)
    }),
  )
})
