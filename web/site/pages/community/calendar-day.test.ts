import { describe, expect, it } from 'vitest'
import { calendarDay, isoDay, monthName, weekdayName } from './calendar-day.ts'

describe('calendarDay', () => {
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
  ])('reads %s', (text, iso) => {
    const day = calendarDay(text)
    expect(day && isoDay(day)).toBe(iso)
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
  ])('finds no day in %j', (text) => {
    expect(calendarDay(text)).toBeUndefined()
  })
})

it('names months and weekdays', () => {
  const day = { year: 2026, month: 12, day: 10 }
  expect([monthName(day), weekdayName(day), weekdayName({ ...day, day: null })]).toEqual(['2026年12月', '周四', ''])
})
