import { describe, expect, it } from 'vitest'
import { addMonths, endOfDay, startOfDay, startOfMonth, toDay } from './shanghai-time.ts'

describe('a day', () => {
  it.each([
    { at: '2026-11-21T15:59:59.999Z', day: '2026-11-21' },
    { at: '2026-11-21T16:00:00.000Z', day: '2026-11-22' },
    { at: '2026-12-31T16:00:00.000Z', day: '2027-01-01' },
  ])('returns for $at the day $day', ({ at, day }) => {
    expect(toDay(new Date(at))).toBe(day)
  })

  it('begins and ends at midnight in Shanghai', () => {
    expect(startOfDay('2026-11-21')).toBe('2026-11-20T16:00:00.000Z')
    expect(endOfDay('2026-11-21')).toBe('2026-11-21T16:00:00.000Z')
  })

  it('accepts a time as is, inclusively', () => {
    expect(startOfDay('2026-11-21T08:00:00+08:00')).toBe('2026-11-21T00:00:00.000Z')
    expect(endOfDay('2026-11-21T00:00:00Z')).toBe('2026-11-21T00:00:00.001Z')
  })
})

describe('a month', () => {
  it.each([
    { at: '2026-11-30T15:59:59.999Z', monthsAgo: 0, day: '2026-11-01' },
    { at: '2026-11-30T16:00:00.000Z', monthsAgo: 0, day: '2026-12-01' },
    { at: '2026-01-15T00:00:00.000Z', monthsAgo: 1, day: '2025-12-01' },
    { at: '2026-03-31T00:00:00.000Z', monthsAgo: 1, day: '2026-02-01' },
  ])('starts the month of $at, $monthsAgo back, on $day', ({ at, monthsAgo, day }) => {
    expect(startOfMonth(new Date(at), monthsAgo)).toBe(day)
  })
})

describe('months after a day', () => {
  it.each([
    { day: '2026-11-21', months: 12, expected: '2027-11-21' },
    { day: '2024-02-29', months: 12, expected: '2025-02-28' },
    { day: '2024-02-29', months: 48, expected: '2028-02-29' },
    { day: '2026-01-31', months: 1, expected: '2026-02-28' },
    { day: '2028-01-31', months: 1, expected: '2028-02-29' },
    { day: '2026-08-15', months: 120, expected: '2036-08-15' },
    { day: '2026-12-31', months: 2, expected: '2027-02-28' },
    { day: '2026-10-31', months: 0, expected: '2026-10-31' },
  ])('adds to $day $months months: $expected', ({ day, months, expected }) => {
    expect(addMonths(day, months)).toBe(expected)
  })
})
