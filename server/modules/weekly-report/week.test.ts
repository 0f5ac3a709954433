import { expect, it } from 'vitest'
import { findDueWeek } from './week.ts'

const LAST_WEEK = { from: '2026-11-16', to: '2026-11-22', nextDueAt: new Date('2026-11-30T01:00:00.000Z') }

it.each([
  ['Sunday evening', '2026-11-22T15:59:59.999Z', undefined],
  ['Monday 08:59', '2026-11-23T00:59:59.999Z', undefined],
  ['Monday 09:00', '2026-11-23T01:00:00.000Z', LAST_WEEK],
  ['Monday night', '2026-11-23T15:59:59.999Z', LAST_WEEK],
  ['Tuesday 08:59', '2026-11-24T00:59:59.999Z', LAST_WEEK],
  ['Tuesday 09:00', '2026-11-24T01:00:00.000Z', undefined],
])('returns the week due on %s (%s)', (_, now, week) => {
  expect(findDueWeek(new Date(now))).toEqual(week)
})

it('handles the end of a year', () => {
  expect(findDueWeek(new Date('2027-01-04T02:00:00.000Z'))).toMatchObject({ from: '2026-12-28', to: '2027-01-03' })
})
