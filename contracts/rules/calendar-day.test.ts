import { describe, expect, it } from 'vitest'
import { hasOnlyRealDays, isDay } from './calendar-day.ts'

describe('hasOnlyRealDays', () => {
  it.each([
    ['', true],
    ['2026-12-01', true],
    ['2028-02-29', true],
    ['2026年12月1日', true],
    ['2026/12/1', true],
    ['2026-12', true],
    ['2026-12-01至2026-12-03', true],
    ['每月第二个周四', true],
    ['12月下旬', true],
    ['报名电话 021-5555-1234', true],
    ['2026-13-45', false],
    ['2026-02-29', false],
    ['2026-00-10', false],
    ['2026-04-31', false],
    ['2026年13月', false],
    ['2026-12-01至2026-12-32', false],
  ])('%j: %s', (text, isReal) => {
    expect(hasOnlyRealDays(text)).toBe(isReal)
  })
})

describe('isDay', () => {
  it.each([
    ['2026-12-01', true],
    ['2026-12-32', false],
    ['2026-12', false],
    ['2026/12/01', false],
    ['2026-12-01起', false],
    ['', false],
  ])('%j: %s', (text, isOne) => {
    expect(isDay(text)).toBe(isOne)
  })
})
