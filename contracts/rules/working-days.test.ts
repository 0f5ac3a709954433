import { expect, it } from 'vitest'
import { endOfWorkingDays } from './working-days.ts'

it.each([
  ['on a Monday', '2026-11-16T02:00:00.000Z', '2026-11-19T16:00:00.000Z'],
  ['on a Wednesday, over the weekend', '2026-11-18T02:00:00.000Z', '2026-11-23T16:00:00.000Z'],
  ['on a Friday', '2026-11-20T15:59:59.999Z', '2026-11-25T16:00:00.000Z'],
  ['on a Friday in UTC that is a Saturday in Shanghai', '2026-11-20T16:00:00.000Z', '2026-11-25T16:00:00.000Z'],
  ['on a Sunday', '2026-11-22T02:00:00.000Z', '2026-11-25T16:00:00.000Z'],
  ['before the turn of the year', '2026-12-31T02:00:00.000Z', '2027-01-05T16:00:00.000Z'],
])('ends three working days after what arrives %s', (_, from, end) => {
  expect(endOfWorkingDays(new Date(from), 3)).toBe(end)
})
