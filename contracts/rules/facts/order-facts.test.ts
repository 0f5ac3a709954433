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
    expect(isDisputed(values)).toBe(expected)
  })
})
