import { DAY_MS } from '#contracts/durations.ts'

/** For the difference between this clock and the server's. */
const MARGIN_MS = 2_000

/**
 * Returns after how many milliseconds to check whether a link has expired: right after its end, at the latest in a day,
 * since browsers limit timers to 24 days. `false` if it has no end, or one that has passed.
 */
export function getExpiryCheckDelay(expiresAt: string | null | undefined, now: number): number | false {
  const remainingMs = expiresAt ? Date.parse(expiresAt) - now : 0
  return remainingMs > 0 && Math.min(remainingMs + MARGIN_MS, DAY_MS)
}
