import type { Clock } from '#server/platform/clock.ts'

/**
 * Creates a rate limiter in the memory of this process: it allows each key once per interval, and at most `maxKeys`
 * keys in that time.
 */
export function createRateLimiter(clock: Clock, { intervalMs, maxKeys }: { intervalMs: number; maxKeys: number }) {
  const blockedUntil = new Map<string, number>()

  return function isAllowed(key: string): boolean {
    const now = clock.now().getTime()
    // A block that ends later than one starting now was set before the clock was set back.
    for (const [blockedKey, end] of blockedUntil)
      if (end <= now || end > now + intervalMs) blockedUntil.delete(blockedKey)
    if (blockedUntil.has(key) || blockedUntil.size >= maxKeys) return false
    blockedUntil.set(key, now + intervalMs)
    return true
  }
}
