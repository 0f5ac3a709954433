import { expect, it } from 'vitest'
import { HOUR_MS } from '#contracts/durations.ts'
import { endOfWorkingDays, startOfOpenWorkingDays } from './working-days.ts'

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
  for (const now of hours) {
    const openSince = startOfOpenWorkingDays(now, 3)
    for (const from of hours.filter((hour) => hour <= now)) {
      const isLate = endOfWorkingDays(from, 3) <= now.toISOString()
      expect({ now, from, isLate: from.toISOString() < openSince }).toEqual({ now, from, isLate })
    }
  }
})
