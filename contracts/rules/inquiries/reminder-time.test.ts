import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DAY_MS } from '../../durations.ts'
import { getReminderTime } from './reminder-time.ts'

const INVITED = '2026-12-01T09:00:00.000Z'

it.each([
  ['two days before a deadline in three weeks', '2026-12-22T09:00:00.000Z', '2026-12-20T09:00:00.000Z'],
  ['two days before one a minute after four days', '2026-12-05T09:01:00.000Z', '2026-12-03T09:01:00.000Z'],
  ['halfway to one in four days', '2026-12-05T09:00:00.000Z', '2026-12-03T09:00:00.000Z'],
  ['halfway to one in a day', '2026-12-02T09:00:00.000Z', '2026-12-01T21:00:00.000Z'],
  ['never of one within a day', '2026-12-02T08:59:59.999Z', null],
  ['never of one that is past', '2026-11-30T09:00:00.000Z', null],
])('reminds %s', (_, deadline, expected) => {
  expect(getReminderTime(INVITED, deadline)).toBe(expected)
})

it('reminds between the invitation and the deadline, at least half a day from both', () => {
  fc.assert(
    fc.property(fc.integer({ min: DAY_MS, max: 366 * DAY_MS }), (lasts) => {
      const start = Date.parse(INVITED)
      const time = Date.parse(getReminderTime(INVITED, new Date(start + lasts).toISOString()) ?? '')
      expect(Math.min(time - start, start + lasts - time)).toBeGreaterThanOrEqual(DAY_MS / 2 - 1)
    }),
  )
})
