import { DAY_MS, MINUTE_MS } from '#contracts/durations.ts'

/** The delays between the eight attempts, which are made within a day. */
const RETRY_DELAYS_MINUTES = [1, 5, 15, 60, 240, 480, 600]
export const MAX_RETRY_DELAY_MS = Math.max(...RETRY_DELAYS_MINUTES) * MINUTE_MS

/** Returns the time of the next attempt, `undefined` after the last one. */
export function findNextAttemptTime(attempts: number, now: Date): Date | undefined {
  const delayMinutes = RETRY_DELAYS_MINUTES[attempts - 1]
  return delayMinutes === undefined ? undefined : new Date(now.getTime() + delayMinutes * MINUTE_MS)
}

const STALE_MS = DAY_MS

/** Returns whether a mail is too old to be sent, because mail was off or no server was running when it was due. */
export const isStale = (dueSince: string, now: Date): boolean => now.getTime() - Date.parse(dueSince) > STALE_MS

/** The duration of a lease; longer than sending a mail can take (`SMTP_TIMEOUTS.total`). */
export const LEASE_MS = 5 * MINUTE_MS
