import { describe, expect, it } from 'vitest'
import { applyChanges, type Change, diff, getChangeKey } from './json-diff.ts'

const A = { title: '甲', text: '一' }
const B = { title: '乙', text: '二' }
const C = { title: '丙', text: '三' }

const change = (kind: Change['kind'], path: string, before?: unknown, after?: unknown): Change => {
  return { kind, path, before, after }
}

const CASES: [title: string, before: unknown, after: unknown, changes: Change[]][] = [
  ['equal values', { a: [1, { b: null }] }, { a: [1, { b: null }] }, []],
  ['keys in another order', { a: 1, b: 2 }, { b: 2, a: 1 }, []],
  ['a text', { a: '旧' }, { a: '新' }, [change('changed', 'a', '旧', '新')]],
  ['a type', { a: '1' }, { a: 1 }, [change('changed', 'a', '1', 1)]],
  ['an object for a list', { a: {} }, { a: [] }, [change('changed', 'a', {}, [])]],
  ['null instead of a missing key', { a: null }, {}, [change('removed', 'a', null)]],
  ['a key added', {}, { a: { b: 1 } }, [change('added', 'a', undefined, { b: 1 })]],
  ['the entire value', 'x', 'y', [change('changed', '', 'x', 'y')]],
  ['a nested field', { a: { b: { c: 1 } } }, { a: { b: { c: 2 } } }, [change('changed', 'a.b.c', 1, 2)]],
  ['an item added in the middle', { l: [A, C] }, { l: [A, B, C] }, [change('added', 'l.1', undefined, B)]],
  ['an item removed from the front', { l: [A, B] }, { l: [B] }, [change('removed', 'l.0', A)]],
  ['the last moved to the front', { l: [A, B, C] }, { l: [C, A, B] }, [change('moved', 'l.0', 2, 0)]],
  [
    'moved and changed',
    { l: [A, B, C] },
    { l: [{ ...C, text: '叁' }, A, B] },
    [change('moved', 'l.0', 2, 0), change('changed', 'l.0.text', '三', '叁')],
  ],
  [
    'renamed at the same position',
    { l: [A, B] },
    { l: [A, { ...B, title: '己' }] },
    [change('changed', 'l.1.title', '乙', '己')],
  ],
  [
    'renamed, with an id, and moved',
    {
      l: [
        { id: '1', name: '旧' },
        { id: '2', name: '二' },
        { id: '3', name: '三' },
      ],
    },
    {
      l: [
        { id: '2', name: '二' },
        { id: '3', name: '三' },
        { id: '1', name: '新' },
      ],
    },
    [change('moved', 'l.2', 0, 2), change('changed', 'l.2.name', '旧', '新')],
  ],
  [
    'a different item with the same name',
    { l: [{ id: '1', name: '同名' }] },
    { l: [{ id: '2', name: '同名' }] },
    [change('removed', 'l.0', { id: '1', name: '同名' }), change('added', 'l.0', undefined, { id: '2', name: '同名' })],
  ],
  [
    'an id assigned by the server',
    { l: [{ name: '甲' }] },
    { l: [{ id: '1', name: '甲' }] },
    [change('added', 'l.0.id', undefined, '1')],
  ],
  ['words moved', ['a', 'b', 'c'], ['b', 'c', 'a'], [change('moved', '2', 0, 2)]],
  ['a repeated word', ['a', 'a'], ['a'], [change('removed', '1', 'a')]],
  ['a word changed', ['a', 'b'], ['a', 'x'], [change('changed', '1', 'b', 'x')]],
  [
    'two items with the same name, one of them changed',
    [
      { title: '甲', n: 1 },
      { title: '甲', n: 2 },
    ],
    [
      { title: '甲', n: 1 },
      { title: '甲', n: 3 },
    ],
    [change('changed', '1.n', 2, 3)],
  ],
]

describe('diff', () => {
  it.each(CASES)('%s', (_, before, after, changes) => {
    expect(diff(before, after)).toEqual(changes)
  })
})

describe('applyChanges', () => {
  it.each(CASES)('returns the newer value if all changes are selected: %s', (_, before, after) => {
    const all = new Set(diff(before, after).map(getChangeKey))
    expect(applyChanges(before, after, all)).toEqual(after)
  })

  it.each(CASES)('returns the older value if nothing is selected: %s', (_, before, after) => {
    expect(applyChanges(before, after, new Set())).toEqual(before)
  })

  it('applies one of two changed fields', () => {
    expect(applyChanges({ a: 1, b: 1 }, { a: 2, b: 2 }, new Set(['changed a']))).toEqual({ a: 2, b: 1 })
  })

  it('inserts an added item after its neighbour', () => {
    const before = { l: [A, B] }
    const after = { l: [B, C] }
    expect(applyChanges(before, after, new Set(['added l.1']))).toEqual({ l: [A, B, C] })
  })

  it("keeps an item's position if only its text is selected", () => {
    const after = { l: [{ ...C, text: '叁' }, A, B] }
    expect(applyChanges({ l: [A, B, C] }, after, new Set(['changed l.0.text']))).toEqual({
      l: [A, B, { ...C, text: '叁' }],
    })
  })
})
