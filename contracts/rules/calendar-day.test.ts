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
    { text: '', isReal: true },
    { text: '2026-12-01', isReal: true },
    { text: '2028-02-29', isReal: true },
    { text: '2026年12月1日', isReal: true },
    { text: '2026/12/1', isReal: true },
    { text: '2026-12', isReal: true },
    { text: '2026-12-01至2026-12-03', isReal: true },
    { text: '每月第二个周四', isReal: true },
    { text: '12月下旬', isReal: true },
    { text: '报名电话 021-5555-1234', isReal: true },
    { text: '2026-13-45', isReal: false },
    { text: '2026-02-29', isReal: false },
    { text: '2026-00-10', isReal: false },
    { text: '2026-04-31', isReal: false },
    { text: '2026年13月', isReal: false },
    { text: '2026-12-01至2026-12-32', isReal: false },
  ])('returns for $text: $isReal', ({ text, isReal }) => {
    expect(hasOnlyValidDays(text)).toBe(isReal)
  })
})

describe('isDay', () => {
  it.each([
    { text: '2026-12-01', isOne: true },
    { text: '2026-12-32', isOne: false },
    { text: '2026-12', isOne: false },
    { text: '2026/12/01', isOne: false },
    { text: '2026-12-01起', isOne: false },
    { text: '', isOne: false },
  ])('returns for $text: $isOne', ({ text, isOne }) => {
    expect(isDay(text)).toBe(isOne)
  })
})

describe('formatEnteredDay', () => {
  it.each([
    { text: '2026-12-10', expected: '2026年12月10日' },
    { text: '2026/12/1', expected: '2026年12月1日' },
    { text: '2026-03', expected: '2026年3月' },
    { text: '每月第二个周四', expected: '每月第二个周四' },
    { text: '2026-02-30', expected: '2026-02-30' },
    { text: '', expected: '' },
  ])('shows $text as $expected', ({ text, expected }) => {
    expect(formatEnteredDay(text)).toBe(expected)
  })
})

describe('parseCalendarDay', () => {
  it.each([
    { text: '2026-12-10', iso: '2026-12-10' },
    { text: '2026/12/10', iso: '2026-12-10' },
    { text: '2026.1.5', iso: '2026-01-05' },
    { text: '2026年12月10日', iso: '2026-12-10' },
    { text: '2026年12月10号', iso: '2026-12-10' },
    { text: '２０２６－１２－１０', iso: '2026-12-10' },
    { text: ' 2026 年 1 月 5 日 ', iso: '2026-01-05' },
    { text: '2028-02-29', iso: '2028-02-29' },
    { text: '2026-03', iso: '2026-03' },
    { text: '2026年3月', iso: '2026-03' },
  ])('parses $text', ({ text, iso }) => {
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
