import { DAY_MS, HOUR_MS } from '#contracts/durations.ts'
import { startOfDay, toDay } from '#contracts/rules/shanghai-time.ts'
import type { BackupRun } from './store.ts'

/** The delay from a failed attempt to the next one. */
export const RETRY_MS = HOUR_MS
/** A backup that has been running for longer is considered interrupted. */
export const MAX_DURATION_MS = 6 * HOUR_MS

/** Returns the last time at which a backup was due, given the scheduled hour of the day in Asia/Shanghai. */
function getLastDueTime(now: Date, hour: number): number {
  const dueToday = Date.parse(startOfDay(toDay(now))) + hour * HOUR_MS
  return dueToday <= now.getTime() ? dueToday : dueToday - DAY_MS
}

/**
 * Returns whether a backup is due: none has been started since the last scheduled time, except one that failed at least
 * `RETRY_MS` ago or was interrupted. `hour` is the scheduled hour of the day in Asia/Shanghai.
 */
export function isDue(now: Date, hour: number, last: BackupRun | undefined): boolean {
  if (!last) return true
  const age = now.getTime() - Date.parse(last.startedAt)
  if (last.status === 'running') return age >= MAX_DURATION_MS
  if (last.status === 'failed') return age >= RETRY_MS
  return Date.parse(last.startedAt) < getLastDueTime(now, hour)
}
