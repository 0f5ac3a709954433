import { describe, expect, it } from 'vitest'
import { parseEventTime } from './event-time.ts'

describe('parseEventTime', () => {
  it.each([
    [
      '2026-12-10',
      '14:00-16:00',
      { day: '2026-12-10', start: '2026-12-10T14:00:00+08:00', end: '2026-12-10T16:00:00+08:00' },
    ],
    [
      '2026年1月5日',
      '９:30 至 11:00',
      { day: '2026-01-05', start: '2026-01-05T09:30:00+08:00', end: '2026-01-05T11:00:00+08:00' },
    ],
    [
      '2026-12-31',
      '22:00-01:00',
      { day: '2026-12-31', start: '2026-12-31T22:00:00+08:00', end: '2027-01-01T01:00:00+08:00' },
    ],
    ['2026-12-10', '19:00', { day: '2026-12-10', start: '2026-12-10T19:00:00+08:00' }],
    ['2026-12-10', '全天', { day: '2026-12-10' }],
    ['2026-12-10', '25:00-26:00', { day: '2026-12-10' }],
  ])('parses %s, %s', (date, time, expected) => {
    expect(parseEventTime({ date, time })).toEqual(expected)
  })

  it.each(['2026-12', '待定', ''])('returns undefined for the date %j', (date) => {
    expect(parseEventTime({ date, time: '14:00-16:00' })).toBeUndefined()
  })
})
