import { describe, expect, it } from 'vitest'
import {
  formatEnteredDay,
  formatIsoDay,
  formatMonth,
  formatWeekday,
  hasOnlyValidDays,
  isDay,
  parseCalendarDay,
} from './calendar-day.ts'

describe('hasOnlyValidDays', () => {
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
  ])('returns for %j: %s', (text, isReal) => {
    expect(hasOnlyValidDays(text)).toBe(isReal)
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
  ])('returns for %j: %s', (text, isOne) => {
    expect(isDay(text)).toBe(isOne)
  })
})

describe('formatEnteredDay', () => {
  it.each([
    ['2026-12-10', '2026年12月10日'],
    ['2026/12/1', '2026年12月1日'],
    ['2026-03', '2026年3月'],
    ['每月第二个周四', '每月第二个周四'],
    ['2026-02-30', '2026-02-30'],
    ['', ''],
  ])('shows %j as %j', (text, expected) => {
    expect(formatEnteredDay(text)).toBe(expected)
  })
})

describe('parseCalendarDay', () => {
  it.each([
    ['2026-12-10', '2026-12-10'],
    ['2026/12/10', '2026-12-10'],
    ['2026.1.5', '2026-01-05'],
    ['2026年12月10日', '2026-12-10'],
    ['2026年12月10号', '2026-12-10'],
    ['２０２６－１２－１０', '2026-12-10'],
    [' 2026 年 1 月 5 日 ', '2026-01-05'],
    ['2028-02-29', '2028-02-29'],
    ['2026-03', '2026-03'],
    ['2026年3月', '2026-03'],
  ])('parses %s', (text, iso) => {
    const day = parseCalendarDay(text)
    expect(day && formatIsoDay(day)).toBe(iso)
  })

  it.each([
    '',
    '待定',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-12-00',
    '12月10日',
    '2026',
    '2026-12-10至12日',
    '2026-12-10T14:00',
  ])('returns undefined for %j', (text) => {
    expect(parseCalendarDay(text)).toBeUndefined()
  })
})

it('formats months and weekdays', () => {
  const day = { year: 2026, month: 12, day: 10 }
  expect(formatMonth(day)).toBe('2026年12月')
  expect(formatWeekday(day)).toBe('周四')
  expect(formatWeekday({ ...day, day: null })).toBe('')
})
