import { describe, expect, it } from 'vitest'
import { listLargestParts, measureJson } from './json-outline.ts'

const bytes = (value: unknown) => Buffer.from(JSON.stringify(value))

describe('measureJson', () => {
  it.each<[unknown, { depth: number; values: number; keys: number }]>([
    ['[{,:', { depth: 0, values: 1, keys: 0 }],
    [[], { depth: 1, values: 2, keys: 0 }],
    [[1, 2, 3], { depth: 1, values: 4, keys: 0 }],
    [
      { a: [], 'b\\"': { c: 1, d: '}' } },
      { depth: 2, values: 6, keys: 2 },
    ],
    [[[[]], []], { depth: 3, values: 6, keys: 0 }],
  ])('measures %j', (value, outline) => {
    expect(measureJson(bytes(value))).toEqual(outline)
  })
})

describe('listLargestParts', () => {
  const text = (length: number) => 'x'.repeat(length)

  it.each<[string, unknown, string[]]>([
    ['a field', { title: text(10), products: text(1_000) }, ['products']],
    [
      'an item and its field',
      { a: 1, products: [{ n: 1 }, { n: 2, text: text(1_000) }] },
      ['products', 'products.1', 'products.1.text'],
    ],
    ['a list without a large item', { a: 1, products: [text(100), text(120), text(110)] }, ['products']],
    ['the first of two equals', { a: text(100), b: text(100) }, ['a']],
    ['an item of a list', [text(10), text(100)], ['1']],
    ['a key with blanks before it', JSON.parse(' { "a" : "b" } '), ['a']],
    ['nothing', 'text', []],
    ['nothing in an empty object', {}, []],
  ])('finds %s', (_, value, paths) => {
    expect(listLargestParts(bytes(value)).map(({ path }) => path)).toEqual(paths)
  })

  it('returns the size of each part, including its key', () => {
    const [part] = listLargestParts(bytes({ a: 1, list: [text(1_000)] }))
    expect(part?.bytes).toBe('"list":["…"]'.length - 1 + 1_000)
  })
})
