import { expect, it } from 'vitest'
import { addDays, addMonths } from '../shanghai-time.ts'
import { getStaleDay, getStaleReason, type StalenessInput } from './staleness.ts'

it.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2024-02-29', 12, '2025-02-28'],
  ['2026-11-21', 12, '2027-11-21'],
  ['2026-12-31', 2, '2027-02-28'],
  ['2026-08-15', 120, '2036-08-15'],
])('adds to %s %i months: %s', (day, months, later) => {
  expect(addMonths(day, months)).toBe(later)
})

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
        expect([fact, findStaleDayNaively(fact)]).toEqual([fact, getStaleDay(fact)])
      }
})

it.each([
  [{ readAt: '2025-11-21', validUntil: null, staleAfterMonths: 12 }, null],
  [{ readAt: '2025-11-20', validUntil: null, staleAfterMonths: 12 }, 'old'],
  [{ readAt: '2025-11-20', validUntil: null, staleAfterMonths: null }, null],
  [{ readAt: '2026-11-20', validUntil: '2026-11-21', staleAfterMonths: 12 }, null],
  [{ readAt: '2026-11-20', validUntil: '2026-11-20', staleAfterMonths: null }, 'ended'],
  [{ readAt: null, validUntil: '2026-11-20', staleAfterMonths: 12 }, 'ended'],
  [{ readAt: null, validUntil: null, staleAfterMonths: null }, 'undated'],
] as const)('a fact %j is stale on 2026-11-21 because it is %s', (fact, reason) => {
  expect(getStaleReason({ ...fact, staleOn: getStaleDay(fact) }, '2026-11-21')).toBe(reason)
})

it('treats an undated fact as always stale', () => {
  const day = getStaleDay({ readAt: null, validUntil: '2030-01-01', staleAfterMonths: null })
  expect(day !== null && day < '2000-01-01').toBe(true)
})
