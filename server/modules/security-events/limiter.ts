import type { Clock } from '#server/platform/clock.ts'

/**
 * Creates an in-process rate limiter: allows each key once per `everyMs`, and at most `most` keys in that time, so that
 * its target can't be flooded.
 */
export function createLimiter(clock: Clock, { everyMs, most }: { everyMs: number; most: number }) {
  const until = new Map<string, number>()

  return function isAllowed(key: string): boolean {
    const now = clock.now().getTime()
    for (const [expiredKey, end] of until) if (end <= now) until.delete(expiredKey)
    if (until.has(key) || until.size >= most) return false
    until.set(key, now + everyMs)
    return true
  }
}
