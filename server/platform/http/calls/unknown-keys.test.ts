import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { MESSAGES } from '#contracts/messages/general.ts'
import { createKnownKeysAssertion, createUnknownKeyFinder } from './unknown-keys.ts'

const inner = z.object({ a: z.string() })

describe('createUnknownKeyFinder', () => {
  it.each<[string, z.ZodType, unknown, string[]]>([
    ['an object', inner, { a: 'x', b: 1, c: {} }, ['b', 'c']],
    ['a strict object', z.strictObject({ a: z.string() }), { b: 1 }, ['b']],
    ['a nested object', z.object({ inner }), { inner: { a: 'x', b: 1 } }, ['inner.b']],
    ['a list', z.array(inner), [{ a: 'x' }, { b: 1 }], ['1.b']],
    ['a record', z.record(z.string(), inner), { any: { b: 1 } }, ['any.b']],
    [
      'optional and defaulted parts',
      z.object({ inner: inner.nullable().optional().default(null) }),
      { inner: { b: 1 } },
      ['inner.b'],
    ],
    ['a refined object', z.object({ inner: inner.refine(() => true) }), { inner: { b: 1 } }, ['inner.b']],
    [
      'a preprocessed object',
      z.object({ inner: z.preprocess((value) => value, inner) }),
      { inner: { b: 1 } },
      ['inner.b'],
    ],
    ['a transformed object', inner.transform(({ a }) => a), { b: 1 }, ['b']],
    ['the matching option of a union', z.union([inner, z.object({ b: z.number() })]), { b: 1, c: 1 }, ['c']],
    [
      'the matching option of a discriminated union',
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('x'), a: z.string() }),
        z.object({ kind: z.literal('y'), b: z.number() }),
      ]),
      { kind: 'y', a: 'x', b: 1 },
      ['a'],
    ],
    [
      'all options of a union if none matches',
      z.union([inner, z.object({ b: z.number(), c: z.number() })]),
      { a: 1, b: '1', d: 1 },
      ['d'],
    ],
    ['a loose object', z.looseObject({ inner }), { any: 1, inner: { b: 1 } }, ['any', 'inner.b']],
    ['no value of another type', z.object({ inner, list: z.array(inner) }), { inner: [1], list: 'x' }, []],
  ])('searches %s', (_, schema, value, paths) => {
    expect(createUnknownKeyFinder(schema)(value)).toEqual(paths)
  })

  it('finds no keys that the stored value has at the same place', () => {
    const assertKnownKeys = createKnownKeysAssertion(z.looseObject({ list: z.array(inner), inner }))
    const stored = { any: 1, list: [{ a: 'x' }, { b: 1 }] }
    expect(() => assertKnownKeys({ any: 2, list: [{ b: 2 }] }, stored)).not.toThrow()
    expect(() => assertKnownKeys({ other: 1, list: [{ any: 1 }], inner: { b: 1 } }, stored)).toThrow(
      MESSAGES.unknownKeys(['other', 'list.0.any', 'inner.b']),
    )
  })

  it('throws for a schema that it could only search incompletely', () => {
    expect(() => createUnknownKeyFinder(z.map(z.string(), inner))).toThrow('type map')
  })
})
