import type { Clock } from '#server/platform/clock.ts'

/**
 * Creates a limit of this process: lets a key through once in `everyMs`, and at most `most` keys in that time, so that
 * nobody can flood what is behind it.
 */
export function createLimiter(clock: Clock, { everyMs, most }: { everyMs: number; most: number }) {
  const until = new Map<string, number>()

  return function isAllowed(key: string): boolean {
    const now = clock.now().getTime()
    for (const [each, end] of until) if (end <= now) until.delete(each)
    if (until.has(key) || until.size >= most) return false
    until.set(key, now + everyMs)
    return true
  }
}
