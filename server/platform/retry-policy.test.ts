import { expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contracts/durations.ts'
import { SMTP_TIMEOUTS } from './mail/smtp.ts'
import { findNextAttemptTime, isStale, LEASE_MS } from './retry-policy.ts'

const START = new Date('2026-11-21T02:00:00.000Z')

it('schedules seven retries within a day, with increasing delays', () => {
  const delayMinutes: number[] = []
  let now = START
  for (let attempts = 1; ; attempts += 1) {
    const next = findNextAttemptTime(attempts, now)
    if (!next) break
    delayMinutes.push((next.getTime() - now.getTime()) / MINUTE_MS)
    now = next
  }
  expect(delayMinutes).toEqual([1, 5, 15, 60, 240, 480, 600])
  expect(now.getTime() - START.getTime()).toBeLessThan(DAY_MS)
})

it('makes no attempt after the last one, even if crashed nodes used up more', () => {
  expect(findNextAttemptTime(8, START)).toBeUndefined()
  expect(findNextAttemptTime(20, START)).toBeUndefined()
})

it.each([
  ['2026-11-21T01:59:00.000Z', false],
  ['2026-11-20T02:00:00.000Z', false],
  ['2026-11-20T01:59:59.999Z', true],
])('returns for a mail due since %s whether it is stale: %s', (dueSince, expected) => {
  expect(isStale(dueSince, START)).toBe(expected)
})

it('leases a mail for longer than sending can take', () => {
  expect(LEASE_MS).toBeGreaterThan(2 * SMTP_TIMEOUTS.total)
})
