import { MINUTE_MS } from '#contracts/durations.ts'

/** Delays between the attempts: eight attempts within a day. */
const RETRY_DELAYS_MINUTES = [1, 5, 15, 60, 240, 480, 600]

/** Returns the time of the next attempt, `undefined` after the last one. */
export function nextAttempt(attempts: number, now: Date): Date | undefined {
  const pause = RETRY_DELAYS_MINUTES[attempts - 1]
  return pause === undefined ? undefined : new Date(now.getTime() + pause * MINUTE_MS)
}

/** Mails that were due longer ago, because mail was off or no server was running, are outdated and not sent. */
const STALE_MS = 24 * 60 * MINUTE_MS
export const isStale = (dueSince: string, now: Date): boolean => now.getTime() - Date.parse(dueSince) > STALE_MS

/** The lease on a mail that is being sent; longer than sending can take (`SMTP_TIMEOUTS.total`). */
export const LEASE_MS = 5 * MINUTE_MS

/** The retention of the content of unsent mails, which can be retried until then, and of log entries. */
export const CONTENT_RETENTION_MS = 30 * 24 * 60 * MINUTE_MS
export const LOG_RETENTION_MS = 180 * 24 * 60 * MINUTE_MS
