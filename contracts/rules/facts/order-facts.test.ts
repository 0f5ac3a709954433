import { expect, it } from 'vitest'
import { compareFacts, isDisputed, isSameValue } from './order-facts.ts'

const fact = (id: string, grade: Parameters<typeof compareFacts>[0]['grade'], readAt: string | null) => ({
  id,
  grade,
  readAt,
})

it('sorts the better grade first, then the later reading, then the earlier entry', () => {
  const facts = [
    fact('a', 'claimed', '2026-11-21'),
    fact('b', 'public', null),
    fact('c', 'public', '2026-01-01'),
    fact('e', 'public', '2026-11-01'),
    fact('d', 'public', '2026-11-01'),
    fact('f', 'verified', '2020-01-01'),
    fact('g', 'third-party', '2025-01-01'),
  ]
  expect(facts.sort(compareFacts).map(({ id }) => id)).toEqual(['f', 'g', 'd', 'e', 'c', 'b', 'a'])
})

it('compares choices in any order, and certificates in any order of their properties', () => {
  expect(isSameValue(['甲', '乙'], ['乙', '甲'])).toBe(true)
  expect(isSameValue(['甲'], [])).toBe(false)
  const certificate = { name: 'a', level: '', number: '', issuer: '', validUntil: null }
  const { name, ...others } = certificate
  expect(isSameValue(certificate, { ...others, name })).toBe(true)
  expect(isSameValue('16', 16)).toBe(false)
})

it.each([
  ['no values', [], false],
  ['one value', ['yes'], false],
  ['equal values', ['yes', 'yes'], false],
  ['different values', ['yes', 'yes', 'partial'], true],
  [
    'the same choices in another order',
    [
      ['甲', '乙'],
      ['乙', '甲'],
    ],
    false,
  ],
])('decides whether facts are disputed: %s', (_, values, disputed) => {
  expect(isDisputed(values)).toBe(disputed)
})
