import { expect, it } from 'vitest'
import { findNextDigest, findNextWeeklyDigest } from './digest-time.ts'

it.each([
  ['earlier on the day', '2026-11-30T00:59:59.999Z', 9, '2026-11-30T01:00:00.000Z'],
  ['exactly then', '2026-11-30T01:00:00.000Z', 9, '2026-12-01T01:00:00.000Z'],
  ['later on the day', '2026-11-30T15:59:00.000Z', 9, '2026-12-01T01:00:00.000Z'],
  ['before midnight in Shanghai, for midnight', '2026-11-30T15:59:00.000Z', 0, '2026-11-30T16:00:00.000Z'],
])('finds the next digest %s', (_, now, hour, due) => {
  expect(findNextDigest(new Date(now), hour)).toBe(due)
})

it.each([
  ['on Sunday', '2026-11-29T10:00:00.000Z', '2026-11-30T01:00:00.000Z'],
  ['on Monday before the hour', '2026-11-30T00:59:59.999Z', '2026-11-30T01:00:00.000Z'],
  ['on Monday at the hour', '2026-11-30T01:00:00.000Z', '2026-12-07T01:00:00.000Z'],
  ['on Monday in Shanghai, which is Sunday in UTC', '2026-11-29T17:00:00.000Z', '2026-11-30T01:00:00.000Z'],
])('finds the next weekly digest %s', (_, now, due) => {
  expect(findNextWeeklyDigest(new Date(now), 9)).toBe(due)
})
