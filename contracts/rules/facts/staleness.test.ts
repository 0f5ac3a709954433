import { describe, expect, it } from 'vitest'
import { addDays, addMonths } from '../shanghai-time.ts'
import { getStaleDay, getStaleReason, type StalenessInput } from './staleness.ts'

const MONTHS_OR_NEVER = [null, 1, 6, 12]
const DAYS = ['2024-02-29', '2026-01-31', '2026-11-21']

/** Counts the days one by one until the reason is no longer `null`. */
function findStaleDayNaively({ readAt, validUntil, staleAfterMonths }: StalenessInput): string | null {
  for (let day = '2024-01-01'; day < '2028-01-01'; day = addDays(day, 1)) {
    const lastDay = readAt !== null && staleAfterMonths !== null ? addMonths(readAt, staleAfterMonths) : day
    if (lastDay < day || (validUntil ?? day) < day) return day
  }
  return null
}

it('is stale from the day after its last current day', () => {
  for (const readAt of DAYS)
    for (const staleAfterMonths of MONTHS_OR_NEVER)
      for (const validUntil of [null, '2026-06-30']) {
        const fact = { readAt, validUntil, staleAfterMonths }
        expect(findStaleDayNaively(fact), JSON.stringify(fact)).toEqual(getStaleDay(fact))
      }
})

describe('on 2026-11-21', () => {
  const findReason = (fact: StalenessInput) => getStaleReason({ ...fact, staleOn: getStaleDay(fact) }, '2026-11-21')

  it.each([
    {
      case: 'a fact read exactly its period ago',
      fact: { readAt: '2025-11-21', validUntil: null, staleAfterMonths: 12 },
    },
    { case: 'a fact without a period', fact: { readAt: '2025-11-20', validUntil: null, staleAfterMonths: null } },
    {
      case: 'a certificate on its last day',
      fact: { readAt: '2026-11-20', validUntil: '2026-11-21', staleAfterMonths: 12 },
    },
  ])('returns no reason for $case', ({ fact }) => {
    expect(findReason(fact)).toBeNull()
  })
  it.each([
    {
      case: 'a fact read a day longer ago than its period',
      reason: 'old',
      fact: { readAt: '2025-11-20', validUntil: null, staleAfterMonths: 12 },
    },
    {
      case: 'an ended certificate without a period',
      reason: 'ended',
      fact: { readAt: '2026-11-20', validUntil: '2026-11-20', staleAfterMonths: null },
    },
    {
      case: 'an ended certificate without a date',
      reason: 'ended',
      fact: { readAt: null, validUntil: '2026-11-20', staleAfterMonths: 12 },
    },
    {
      case: 'a fact without a date',
      reason: 'undated',
      fact: { readAt: null, validUntil: null, staleAfterMonths: null },
    },
  ] as const)('returns the reason for $case: $reason', ({ reason, fact }) => {
    expect(findReason(fact)).toBe(reason)
  })
})

it('treats an undated fact as always stale', () => {
  const fact = { readAt: null, validUntil: '2030-01-01', staleAfterMonths: null }
  expect(getStaleReason({ ...fact, staleOn: getStaleDay(fact) }, '2000-01-01')).toBe('undated')
})
