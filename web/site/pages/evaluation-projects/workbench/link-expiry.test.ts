import { expect, it } from 'vitest'
import { DAY_MS } from '#contracts/durations.ts'
import { getExpiryCheckDelay } from './link-expiry.ts'

const NOW = Date.parse('2026-11-21T02:00:00.000Z')

it.each([
  ['right after its end', '2026-11-21T02:01:00.000Z', 62_000],
  ['in a day if it ends later', '2027-11-21T02:00:00.000Z', DAY_MS],
  ['never after its end', '2026-11-21T02:00:00.000Z', false],
  ['never if it has no end', null, false],
  ['never until it is loaded', undefined, false],
])('checks a link %s', (_, expiresAt, delay) => {
  expect(getExpiryCheckDelay(expiresAt, NOW)).toBe(delay)
})
