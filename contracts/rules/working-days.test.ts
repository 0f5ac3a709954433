import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../durations.ts'
import { endOfWorkingDays, resumeWorkingDays, startOfOpenWorkingDays } from './working-days.ts'

it.each([
  { case: 'on a Monday', from: '2026-11-16T02:00:00.000Z', end: '2026-11-19T16:00:00.000Z' },
  { case: 'on a Wednesday, over the weekend', from: '2026-11-18T02:00:00.000Z', end: '2026-11-23T16:00:00.000Z' },
  { case: 'on a Friday', from: '2026-11-20T15:59:59.999Z', end: '2026-11-25T16:00:00.000Z' },
  {
    case: 'on a Friday in UTC that is a Saturday in Shanghai',
    from: '2026-11-20T16:00:00.000Z',
    end: '2026-11-25T16:00:00.000Z',
  },
  { case: 'on a Sunday', from: '2026-11-22T02:00:00.000Z', end: '2026-11-25T16:00:00.000Z' },
  { case: 'before the turn of the year', from: '2026-12-31T02:00:00.000Z', end: '2027-01-05T16:00:00.000Z' },
])('ends three working days after what arrives $case', ({ from, end }) => {
  expect(endOfWorkingDays(new Date(from), 3)).toBe(end)
})

it('finds what is late at any hour of three weeks, as the deadlines say', () => {
  const start = Date.parse('2026-11-16T00:00:00.000Z')
  const hours = Array.from({ length: 21 * 24 }, (_, hour) => new Date(start + hour * HOUR_MS))
  const ends = hours.map((from) => ({ from, end: endOfWorkingDays(from, 3) }))
  const wrong: unknown[] = []
  for (const now of hours) {
    const openSince = startOfOpenWorkingDays(now, 3)
    for (const { from, end } of ends.filter(({ from }) => from <= now)) {
      const isLate = end <= now.toISOString()
      if (from.toISOString() < openSince !== isLate) wrong.push({ now, from, isLate })
    }
  }
  expect(wrong).toEqual([])
})

/** Each arrived at 10:00 in Shanghai on Monday, 16 November; its deadline ends on Thursday, 19 November. */
it.each([
  {
    case: 'on the day of its arrival, keeps all three days',
    pausedAt: '2026-11-16T07:00:00.000Z',
    resumedAt: '2026-11-17T02:00:00.000Z',
    end: '2026-11-20T16:00:00.000Z',
  },
  {
    case: 'a day later, keeps two days',
    pausedAt: '2026-11-17T07:00:00.000Z',
    resumedAt: '2026-11-24T02:00:00.000Z',
    end: '2026-11-26T16:00:00.000Z',
  },
  {
    case: 'a day later, counts no weekend',
    pausedAt: '2026-11-17T07:00:00.000Z',
    resumedAt: '2026-11-20T02:00:00.000Z',
    end: '2026-11-24T16:00:00.000Z',
  },
  {
    case: 'a day later and going on on a Saturday, begins on Monday',
    pausedAt: '2026-11-17T07:00:00.000Z',
    resumedAt: '2026-11-21T02:00:00.000Z',
    end: '2026-11-24T16:00:00.000Z',
  },
  {
    case: 'on the last day, still has one day',
    pausedAt: '2026-11-19T15:59:59.999Z',
    resumedAt: '2026-12-31T02:00:00.000Z',
    end: '2027-01-01T16:00:00.000Z',
  },
  {
    case: 'when it was late, still has one day',
    pausedAt: '2026-11-27T02:00:00.000Z',
    resumedAt: '2026-11-27T03:00:00.000Z',
    end: '2026-11-30T16:00:00.000Z',
  },
  {
    case: 'on a Saturday in Shanghai that is a Friday in UTC, keeps what was left on Friday',
    from: '2026-11-19T02:00:00.000Z',
    pausedAt: '2026-11-20T16:00:00.000Z',
    resumedAt: '2026-11-23T02:00:00.000Z',
    end: '2026-11-25T16:00:00.000Z',
  },
])('a deadline that is paused $case', ({ from = '2026-11-16T02:00:00.000Z', pausedAt, resumedAt, end }) => {
  const pause = { pausedAt: new Date(pausedAt), resumedAt: new Date(resumedAt) }
  expect(endOfWorkingDays(new Date(resumeWorkingDays(new Date(from), pause, 3)), 3)).toBe(end)
})

it('never ends a resumed deadline before its first end, nor leaves less than a day', () => {
  const start = Date.parse('2026-11-16T02:00:00.000Z')
  const days = Array.from({ length: 12 }, (_, day) => new Date(start + day * DAY_MS))
  for (const from of days)
    for (const pausedAt of days.filter((day) => day >= from))
      for (const resumedAt of days.filter((day) => day >= pausedAt)) {
        const end = endOfWorkingDays(new Date(resumeWorkingDays(from, { pausedAt, resumedAt }, 3)), 3)
        expect(end >= endOfWorkingDays(resumedAt, 1)).toBe(true)
        expect(end >= endOfWorkingDays(from, 3)).toBe(true)
        expect(end <= endOfWorkingDays(resumedAt, 3)).toBe(true)
      }
})
