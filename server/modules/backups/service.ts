import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { DAY_MS, MINUTE_MS } from '#contracts/durations.ts'
import type { SystemBackup } from '#contracts/system/system.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import { claim } from '#server/platform/database/claims.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createArchivePath, removeOldArchives } from './archive-folder.ts'
import { isDue, RETRY_MS } from './schedule.ts'
import { deleteRunsBefore, endRun, findLastRun, findLastSuccessfulRun, insertRun } from './store.ts'

export type BackupService = ReturnType<typeof createBackupService>

/** The folder of scheduled backups, and the function that writes one to a path. */
export type BackupTarget = { folder: string; write(path: string): Promise<void> }

type Dependencies = {
  database: Database
  clock: Clock
  settings: SettingsService
  /** `undefined` if this process makes no backups, for example an operator's command. */
  target: BackupTarget | undefined
}

/** The retention of records of backup runs. */
const RUN_RETENTION_MS = 400 * DAY_MS

/** Creates the service of scheduled backups. One of the nodes makes a backup per day, and deletes the oldest ones. */
export function createBackupService({ database, clock, settings, target }: Dependencies) {
  /** Writes an archive, then deletes older ones. Returns the size of the new one in bytes. */
  async function writeArchive(target: BackupTarget, retainedCount: number): Promise<number> {
    const path = await createArchivePath(target.folder, clock.now())
    await target.write(path)
    await removeOldArchives(target.folder, retainedCount)
    return (await stat(path)).size
  }

  return {
    /**
     * Makes a backup if backups are scheduled and one is due. Returns whether it did. Throws if it failed, which is
     * recorded and raises an alarm.
     */
    async runIfDue(): Promise<boolean> {
      const { scheduledBackups, backupHour, keptBackups } = await settings.getBackups()
      if (!target || !scheduledBackups || !isDue(clock.now(), backupHour, await findLastRun(database.read)))
        return false
      // Only one of several nodes continues. The claim expires just before a retry is due.
      if (!(await claim(database, clock, 'backup', RETRY_MS - MINUTE_MS))) return false
      const id = randomUUID()
      const startedAt = timestamp(clock)
      await database.write(({ db }) => insertRun(db, id, startedAt))
      try {
        const size = await writeArchive(target, keptBackups)
        await database.write(async ({ db }) => {
          await endRun(db, id, { status: 'done', endedAt: timestamp(clock), size })
          await deleteRunsBefore(db, new Date(clock.now().getTime() - RUN_RETENTION_MS).toISOString())
        })
      } catch (error) {
        await database.write(({ db }) => endRun(db, id, { status: 'failed', endedAt: timestamp(clock), size: null }))
        throw error
      }
      return true
    },

    /** Returns whether backups are scheduled, the last run, and the last successful run. */
    async getStatus(): Promise<SystemBackup> {
      const [{ scheduledBackups }, last, lastSuccessfulRun] = await Promise.all([
        settings.getBackups(),
        findLastRun(database.read),
        findLastSuccessfulRun(database.read),
      ])
      return {
        isScheduled: scheduledBackups,
        last: last ? { status: last.status, startedAt: last.startedAt } : null,
        lastSuccessfulRun: lastSuccessfulRun
          ? { startedAt: lastSuccessfulRun.startedAt, size: Number(lastSuccessfulRun.size ?? 0) }
          : null,
      }
    },
  }
}
