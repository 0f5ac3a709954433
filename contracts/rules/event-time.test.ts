import { describe, expect, it } from 'vitest'
import { parseEventTime } from './event-time.ts'

describe('parseEventTime', () => {
  it.each([
    {
      date: '2026-12-10',
      time: '14:00-16:00',
      expected: { day: '2026-12-10', start: '2026-12-10T14:00:00+08:00', end: '2026-12-10T16:00:00+08:00' },
    },
    {
      date: '2026年1月5日',
      time: '９:30 至 11:00',
      expected: { day: '2026-01-05', start: '2026-01-05T09:30:00+08:00', end: '2026-01-05T11:00:00+08:00' },
    },
    {
      date: '2026-12-31',
      time: '22:00-01:00',
      expected: { day: '2026-12-31', start: '2026-12-31T22:00:00+08:00', end: '2027-01-01T01:00:00+08:00' },
    },
    { date: '2026-12-10', time: '19:00', expected: { day: '2026-12-10', start: '2026-12-10T19:00:00+08:00' } },
    { date: '2026-12-10', time: '全天', expected: { day: '2026-12-10' } },
    { date: '2026-12-10', time: '25:00-26:00', expected: { day: '2026-12-10' } },
  ])('parses $date, $time', ({ date, time, expected }) => {
    expect(parseEventTime({ date, time })).toEqual(expected)
  })

  it.each(['2026-12', '待定', ''])('returns undefined for the date %j', (date) => {
    expect(parseEventTime({ date, time: '14:00-16:00' })).toBeUndefined()
  })
})
