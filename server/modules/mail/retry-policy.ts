/** When a mail that could not be sent is tried again: eight attempts within a day, by growing pauses. */
const MINUTE_MS = 60_000
const PAUSES_MINUTES = [1, 5, 15, 60, 240, 480, 600]

/** After so many attempts; `undefined` when that was the last. */
export function nextAttempt(attempts: number, now: Date): Date | undefined {
  const pause = PAUSES_MINUTES[attempts - 1]
  return pause === undefined ? undefined : new Date(now.getTime() + pause * MINUTE_MS)
}

/** What has been due for longer, because mail was off or nothing ran, is not sent any more: it would be old news. */
const STALE_MS = 24 * 60 * MINUTE_MS
export const isStale = (dueSince: string, now: Date): boolean => now.getTime() - Date.parse(dueSince) > STALE_MS

/** Nobody else may send a mail while it is being sent; longer than any sending takes (`SMTP_TIMEOUTS.total`). */
export const LEASE_MS = 5 * MINUTE_MS

/** How long letters that were not sent can be sent again, and how long the log goes back. */
export const MAILS_KEPT_MS = 30 * 24 * 60 * MINUTE_MS
export const LOG_KEPT_MS = 180 * 24 * 60 * MINUTE_MS
