import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { DAY_MS } from '#contracts/durations.ts'
import { BACKUP_MESSAGES } from '#contracts/system/messages.ts'
import type { SystemBackup } from '#contracts/system/system.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { DatabaseUnavailableError } from '#server/platform/database/database-unavailable.ts'
import { findStorageFailure } from '#server/platform/database/storage-failure.ts'
import { createArchivePath, removeOldArchives } from './archive-folder.ts'
import { BackupError } from './backup-error.ts'
import { findEndedBackup, getStatus, HEARTBEAT_MS } from './run-status.ts'
import { isDue } from './schedule.ts'
import {
  type BackupRun,
  deleteRunsBefore,
  findFirstRun,
  findLastOutcome,
  findLastSuccessfulRun,
  insertRun,
  listLastRuns,
  listRunsAfter,
  updateRun,
} from './store.ts'

export type BackupService = ReturnType<typeof createBackupService>

/** The folder of the backups, and the function that writes one to a path. */
export type BackupTarget = {
  folder: string
  /** Returns the number of missing files. Rejects with a `BackupError`, or if it is aborted. */
  write(path: string, signal: AbortSignal): Promise<{ missingFiles: number }>
}

type Dependencies = {
  database: Database
  clock: Clock
  settings: SettingsService
  audit: AuditService
  /** `undefined` if this process makes no backups, for example an operator's command. */
  target: BackupTarget | undefined
}

type Outcome = Pick<BackupRun, 'status' | 'size' | 'missingFiles' | 'failure'>

/** The retention of records of backup runs. */
const RUN_RETENTION_MS = 400 * DAY_MS
/** The delay from a failed attempt to record an outcome to the next one. */
const RECORD_RETRY_MS = 2_000
/** Locked while it is decided whether a backup starts, so that only one of several nodes starts it. */
const LOCK = 'backups'

/**
 * Moves the runs that were recorded by a clock that was ahead into the past, in their order and with their durations, so
 * that the run that starts now becomes the newest. `last` is the newest of them all.
 */
async function correctFutureRuns(db: Queryable, last: BackupRun, now: Date): Promise<void> {
  const aheadMs = Date.parse(last.startedAt) - now.getTime()
  const correct = (time: string) => new Date(Date.parse(time) - aheadMs - 1).toISOString()
  for (const { id, startedAt, endedAt, heartbeatAt } of await listRunsAfter(db, now.toISOString()))
    await updateRun(db, id, {
      startedAt: correct(startedAt),
      endedAt: endedAt && correct(endedAt),
      heartbeatAt: heartbeatAt && correct(heartbeatAt),
    })
}

/**
 * Creates the service of backups. One of the nodes makes a backup per day; operators can start others. Only one is made
 * at a time, and the oldest archives are deleted.
 */
export function createBackupService({ database, clock, settings, audit, target }: Dependencies) {
  const shutdown = new AbortController()
  const runningBackups = new Set<Promise<void>>()
  let reportFailure = (_error: unknown): void => {}

  /** Records the start of a backup if `canStart` accepts the last run. Returns its id; `undefined` if none starts. */
  const recordStart = (
    canStart: (last: BackupRun | undefined) => boolean,
    record?: (transaction: Transaction) => Promise<void>,
  ): Promise<string | undefined> =>
    database.write(async (transaction) => {
      await transaction.lockName(LOCK)
      const [last] = await listLastRuns(transaction.db, 1)
      if (!canStart(last)) return undefined
      if (last) await correctFutureRuns(transaction.db, last, clock.now())
      const id = randomUUID()
      await insertRun(transaction.db, id, timestamp(clock))
      await record?.(transaction)
      return id
    })

  /**
   * Records the end of a backup. Retries while nothing can be saved, so that the reason isn't lost: what made the backup
   * fail, such as a full disk, may prevent recording it, too.
   */
  async function recordEnd(id: string, outcome: Outcome): Promise<void> {
    const endedAt = timestamp(clock)
    for (;;) {
      try {
        return await database.write(async ({ db }) => {
          await updateRun(db, id, { ...outcome, endedAt })
          await deleteRunsBefore(db, new Date(clock.now().getTime() - RUN_RETENTION_MS).toISOString())
        })
      } catch (error) {
        const canRetry = error instanceof DatabaseUnavailableError || findStorageFailure(error) !== undefined
        if (!canRetry || shutdown.signal.aborted) throw error
        await wait(RECORD_RETRY_MS, undefined, { ref: false, signal: shutdown.signal }).catch(() => {})
      }
    }
  }

  /** Writes an archive, then deletes older ones. */
  async function writeArchive({ folder, write }: BackupTarget): Promise<Outcome> {
    const path = await createArchivePath(folder, clock.now())
    const { missingFiles } = await write(path, shutdown.signal)
    await removeOldArchives(path, (await settings.getBackups()).keptBackups)
    return { status: 'done', size: (await stat(path)).size, missingFiles, failure: null }
  }

  /** Makes a backup whose start is recorded, with a heartbeat. Records its outcome, and throws if it failed. */
  async function makeBackup(id: string, target: BackupTarget): Promise<void> {
    const heartbeat = setInterval(() => {
      // A node that can't record its heartbeat can't record its outcome either, which is retried.
      database.write(({ db }) => updateRun(db, id, { heartbeatAt: timestamp(clock) })).catch(() => {})
    }, HEARTBEAT_MS)
    try {
      await recordEnd(id, await writeArchive(target))
    } catch (error) {
      await recordEnd(id, describeFailedRun(error))
      if (!shutdown.signal.aborted) throw error
    } finally {
      clearInterval(heartbeat)
    }
  }

  function describeFailedRun(error: unknown): Outcome {
    const noArchive = { size: null, missingFiles: null }
    if (shutdown.signal.aborted) return { status: 'interrupted', failure: null, ...noArchive }
    return { status: 'failed', failure: error instanceof BackupError ? error.failure : 'unknown', ...noArchive }
  }

  /** Makes a backup that `close` waits for. */
  async function run(id: string, target: BackupTarget): Promise<void> {
    const backup = makeBackup(id, target)
    runningBackups.add(backup)
    await backup.finally(() => runningBackups.delete(backup))
  }

  /** Returns whether backups are scheduled, and the last ones. */
  async function getBackupStatus(): Promise<SystemBackup> {
    const [{ scheduledBackups }, runs, firstRun, lastSuccessfulRun, lastOutcome] = await Promise.all([
      settings.getBackups(),
      listLastRuns(database.read, 2),
      findFirstRun(database.read),
      findLastSuccessfulRun(database.read),
      findLastOutcome(database.read),
    ])
    const [newest] = runs
    return {
      isScheduled: scheduledBackups,
      runningSince: newest && getStatus(newest, clock.now()) === 'running' ? newest.startedAt : null,
      last: findEndedBackup(runs, clock.now()) ?? null,
      firstStartedAt: firstRun?.startedAt ?? null,
      lastSuccessfulRun: lastSuccessfulRun
        ? { startedAt: lastSuccessfulRun.startedAt, size: Number(lastSuccessfulRun.size ?? 0) }
        : null,
      failureSinceSuccess: lastOutcome?.status === 'failed' ? (lastOutcome.failure ?? 'unknown') : null,
    }
  }

  return {
    getStatus: getBackupStatus,

    /**
     * Makes a backup if backups are scheduled and one is due. Returns whether it did. Throws if it failed, which is
     * recorded and raises an alarm.
     */
    async runIfDue(): Promise<boolean> {
      const { scheduledBackups, backupHour } = await settings.getBackups()
      if (!target || !scheduledBackups) return false
      const canStart = (last: BackupRun | undefined) => isDue(clock.now(), backupHour, last)
      const [last] = await listLastRuns(database.read, 1)
      const id = canStart(last) ? await recordStart(canStart) : undefined
      if (id === undefined) return false
      await run(id, target)
      return true
    },

    /**
     * Starts a backup in the background. Returns the status with the running backup. Throws `conflict` if one is being
     * made, on any node.
     */
    async start(actor: Actor): Promise<SystemBackup> {
      if (!target) throw new Error('this process makes no backups')
      const id = await recordStart(
        (last) => !last || getStatus(last, clock.now()) !== 'running',
        (transaction) => audit.record(transaction, { actor, action: 'backup.start', target: '' }),
      )
      if (id === undefined) throw conflict(BACKUP_MESSAGES.running)
      run(id, target).catch((error) => reportFailure(error))
      return getBackupStatus()
    },

    /** Registers a listener for failures of backups that operators have started. */
    onFailure(listener: (error: unknown) => void): void {
      reportFailure = listener
    },

    /** Interrupts a running backup, and waits until that is recorded. */
    async close(): Promise<void> {
      shutdown.abort()
      await Promise.allSettled(runningBackups)
    },
  }
}
