import { DAY_MS, HOUR_MS } from '#contracts/durations.ts'
import { startOfDay, toDay } from '#contracts/rules/shanghai-time.ts'
import { getStatus } from './run-status.ts'
import type { BackupRun } from './store.ts'

/** The delay from a failed or interrupted attempt to the next one. */
const RETRY_MS = HOUR_MS
/** A run that started later than this from now was recorded by a clock that has been set back since. */
const MAX_CLOCK_DIFFERENCE_MS = HOUR_MS

/** Returns the last time at which a backup was due, given the scheduled hour of the day in Asia/Shanghai. */
function getLastDueTime(now: Date, hour: number): number {
  const dueToday = Date.parse(startOfDay(toDay(now))) + hour * HOUR_MS
  return dueToday <= now.getTime() ? dueToday : dueToday - DAY_MS
}

/**
 * Returns whether a backup is due: none has been started since the last scheduled time, except one that failed or was
 * interrupted and started at least `RETRY_MS` ago. A run in the future says nothing about its age, so a backup is due
 * then, too. `hour` is the scheduled hour of the day in Asia/Shanghai.
 */
export function isDue(now: Date, hour: number, last: BackupRun | undefined): boolean {
  if (!last) return true
  const status = getStatus(last, now)
  if (status === 'running') return false
  const startedAt = Date.parse(last.startedAt)
  if (startedAt - now.getTime() > MAX_CLOCK_DIFFERENCE_MS) return true
  return status === 'done' ? startedAt < getLastDueTime(now, hour) : now.getTime() - startedAt >= RETRY_MS
}
