import { DAY_MS, HOUR_MS } from '#contracts/durations.ts'
import { startOfDay, toDay } from '#contracts/rules/shanghai-time.ts'
import type { BackupRun } from './store.ts'

/** After a failure, until the next try. */
export const RETRY_MS = HOUR_MS
/** A backup that has taken longer was broken off with its node. */
export const LONGEST_MS = 6 * HOUR_MS

/** Returns the last moment at which a backup was due: an hour of the day in Asia/Shanghai. */
function findLastDue(now: Date, hour: number): number {
  const today = Date.parse(startOfDay(toDay(now))) + hour * HOUR_MS
  return today <= now.getTime() ? today : today - DAY_MS
}

/** Returns whether a backup is due: none is done since the hour came, none is under way, and none has just failed. */
export function isDue(now: Date, hour: number, last: BackupRun | undefined): boolean {
  if (!last) return true
  const age = now.getTime() - Date.parse(last.startedAt)
  if (last.status === 'running') return age >= LONGEST_MS
  if (last.status === 'failed') return age >= RETRY_MS
  return Date.parse(last.startedAt) < findLastDue(now, hour)
}
