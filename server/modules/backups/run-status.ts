import { MINUTE_MS } from '#contracts/durations.ts'
import type { EndedBackup } from '#contracts/system/system.ts'
import type { BackupRun } from './store.ts'

/** A running backup records a heartbeat this often, and counts as interrupted after `EXPIRY_MS` without one. */
export const HEARTBEAT_MS = 10_000
const EXPIRY_MS = MINUTE_MS

/**
 * Returns a backup's status; a running one without a recent heartbeat is interrupted. A heartbeat in the future isn't
 * recent either: the clock was set back, and a backup that is alive would have recorded the new time.
 */
export function getStatus(
  { status, heartbeatAt }: Pick<BackupRun, 'status' | 'heartbeatAt'>,
  now: Date,
): BackupRun['status'] {
  const isAlive = heartbeatAt !== null && Math.abs(now.getTime() - Date.parse(heartbeatAt)) <= EXPIRY_MS
  return status === 'running' && !isAlive ? 'interrupted' : status
}

/** Returns the newest backup that has ended, for operators. `runs` are newest first. */
export function findEndedBackup(runs: readonly BackupRun[], now: Date): EndedBackup | undefined {
  for (const run of runs) {
    const status = getStatus(run, now)
    if (status === 'running') continue
    return {
      status,
      startedAt: run.startedAt,
      endedAt: run.endedAt ?? run.heartbeatAt ?? run.startedAt,
      size: run.size === null ? null : Number(run.size),
      missingFiles: run.missingFiles,
      failure: status === 'failed' ? (run.failure ?? 'unknown') : null,
    }
  }
  return undefined
}
