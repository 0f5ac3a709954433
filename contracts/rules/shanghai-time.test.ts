import { describe, expect, it } from 'vitest'
import { addMonths, endOfDay, startOfDay, startOfMonth, toDay } from './shanghai-time.ts'

describe('a day', () => {
  it.each([
    ['2026-11-21T15:59:59.999Z', '2026-11-21'],
    ['2026-11-21T16:00:00.000Z', '2026-11-22'],
    ['2026-12-31T16:00:00.000Z', '2027-01-01'],
  ])('returns for %s the day %s', (at, day) => {
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
    ['2026-11-30T15:59:59.999Z', 0, '2026-11-01'],
    ['2026-11-30T16:00:00.000Z', 0, '2026-12-01'],
    ['2026-01-15T00:00:00.000Z', 1, '2025-12-01'],
    ['2026-03-31T00:00:00.000Z', 1, '2026-02-01'],
  ])('starts the month of %s, %i back, on %s', (at, monthsAgo, day) => {
    expect(startOfMonth(new Date(at), monthsAgo)).toBe(day)
  })
})

describe('months after a day', () => {
  it.each([
    ['2026-11-21', 12, '2027-11-21'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2024-02-29', 48, '2028-02-29'],
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-08-15', 120, '2036-08-15'],
    ['2026-12-31', 2, '2027-02-28'],
    ['2026-10-31', 0, '2026-10-31'],
  ])('adds to %s %d months: %s', (day, months, expected) => {
    expect(addMonths(day, months)).toBe(expected)
  })
})
