import { describe, expect, it } from 'vitest'
import { compareFacts, isDisputed, isSameValue } from './order-facts.ts'

const fact = (id: string, grade: Parameters<typeof compareFacts>[0]['grade'], readAt: string | null) => ({
  id,
  grade,
  readAt,
})

describe('compareFacts', () => {
  it.each([
    {
      case: 'better grade',
      first: fact('b', 'verified', '2020-01-01'),
      second: fact('a', 'third-party', '2026-11-21'),
    },
    {
      case: 'later day within a grade',
      first: fact('b', 'public', '2026-11-01'),
      second: fact('a', 'public', '2026-01-01'),
    },
    { case: 'known day within a grade', first: fact('b', 'public', '2026-01-01'), second: fact('a', 'public', null) },
    {
      case: 'lower id on the same day',
      first: fact('a', 'public', '2026-01-01'),
      second: fact('b', 'public', '2026-01-01'),
    },
  ])('sorts the fact with the $case first', ({ first, second }) => {
    expect(compareFacts(first, second)).toBeLessThan(0)
    expect(compareFacts(second, first)).toBeGreaterThan(0)
  })

  it.each([
    { better: 'verified', worse: 'third-party' },
    { better: 'third-party', worse: 'public' },
    { better: 'public', worse: 'claimed' },
  ] as const)('counts $better as better than $worse', ({ better, worse }) => {
    expect(compareFacts(fact('a', better, null), fact('a', worse, null))).toBeLessThan(0)
  })

  it('counts a fact as equal to itself', () => {
    expect(compareFacts(fact('a', 'public', null), fact('a', 'public', null))).toBe(0)
  })
})

describe('isSameValue', () => {
  const certificate = { name: 'a', level: '', number: '', issuer: '', validUntil: null }
  const { name, ...others } = certificate

  it.each([
    { case: 'choices in another order', a: ['甲', '乙'], b: ['乙', '甲'] },
    { case: 'a certificate with its parts in another order', a: certificate, b: { ...others, name } },
  ])('equates $case', ({ a, b }) => {
    expect(isSameValue(a, b)).toBe(true)
  })

  it.each([
    { case: 'a choice and none', a: ['甲'], b: [] },
    { case: 'a text and a number', a: '16', b: 16 },
  ])('distinguishes $case', ({ a, b }) => {
    expect(isSameValue(a, b)).toBe(false)
  })
})

describe('isDisputed', () => {
  it.each([
    { case: 'no values', values: [], expected: false },
    { case: 'one value', values: ['yes'], expected: false },
    { case: 'equal values', values: ['yes', 'yes'], expected: false },
    { case: 'a value that differs from the first', values: ['yes', 'yes', 'partial'], expected: true },
    {
      case: 'the same choices in another order',
      values: [
        ['甲', '乙'],
        ['乙', '甲'],
      ],
      expected: false,
    },
  ])('returns $expected for $case', ({ values, expected }) => {
    expect(isDisputed(values.map((value) => ({ value, isComplete: false })))).toBe(expected)
  })

  it.each([
    { case: 'open lists that differ', a: ['甲'], isComplete: false, b: ['甲', '乙'], expected: false },
    {
      case: 'a complete list that excludes a choice of the other',
      a: ['甲'],
      isComplete: true,
      b: ['乙'],
      expected: true,
    },
    { case: 'a complete list that contains the other', a: ['甲', '乙'], isComplete: true, b: ['甲'], expected: false },
    { case: 'none and a choice', a: [], isComplete: false, b: ['甲'], expected: true },
  ])('returns $expected for $case', ({ a, isComplete, b, expected }) => {
    const open = { value: b, isComplete: false }
    expect(isDisputed([{ value: a, isComplete }, open])).toBe(expected)
    expect(isDisputed([open, { value: a, isComplete }])).toBe(expected)
  })
})
