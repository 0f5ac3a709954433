import { MINUTE_MS } from '#contracts/durations.ts'

/** Schedules the retries of unsent mails: eight attempts within a day, with growing pauses. */
const PAUSES_MINUTES = [1, 5, 15, 60, 240, 480, 600]

/** Returns the time of the next attempt, `undefined` after the last one. */
export function nextAttempt(attempts: number, now: Date): Date | undefined {
  const pause = PAUSES_MINUTES[attempts - 1]
  return pause === undefined ? undefined : new Date(now.getTime() + pause * MINUTE_MS)
}

/** Mails that have been due for longer, because mail was off or no server ran, are outdated and not sent. */
const STALE_MS = 24 * 60 * MINUTE_MS
export const isStale = (dueSince: string, now: Date): boolean => now.getTime() - Date.parse(dueSince) > STALE_MS

/** The lease on a mail that is being sent; longer than sending can take (`SMTP_TIMEOUTS.total`). */
export const LEASE_MS = 5 * MINUTE_MS

/** The retention of unsent mails, which can be retried until then, and of the log. */
export const MAILS_KEPT_MS = 30 * 24 * 60 * MINUTE_MS
export const LOG_KEPT_MS = 180 * 24 * 60 * MINUTE_MS
