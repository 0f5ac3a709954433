import type { System } from '#contracts/system/system.ts'
import type { AlarmService } from '#server/modules/alarms/service.ts'
import type { BackupService } from '#server/modules/backups/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { getCommitHash, VERSION } from '#server/platform/release.ts'
import { databaseSize, sumEvaluationProjects, sumFiles } from './store.ts'

export type SystemService = ReturnType<typeof createSystemService>

type Dependencies = {
  database: Database
  clock: Clock
  mail: MailService
  backups: BackupService
  alarms: Pick<AlarmService, 'list'>
  /** Returns the free bytes of this node's data volume, `null` if unknown. */
  getFreeDiskSpace(): Promise<number | null>
  /** Returns when the housekeeping last ran on any node. */
  findLastHousekeeping(): Promise<string | null>
}

/** Creates the service that reports the system's status. */
export function createSystemService({
  database,
  clock,
  mail,
  backups,
  alarms,
  getFreeDiskSpace,
  findLastHousekeeping,
}: Dependencies) {
  const startedAt = clock.now()
  return {
    async read(): Promise<System> {
      const [commit, size, files, evaluationProjects, isReady, mails, backup, active, tidied, failure, freeSpace] =
        await Promise.all([
          getCommitHash(),
          databaseSize(database),
          sumFiles(database.read),
          sumEvaluationProjects(database.read),
          mail.isReady(),
          mail.outbox.count(),
          backups.getStatus(),
          alarms.list(),
          findLastHousekeeping(),
          database.findFailure(),
          getFreeDiskSpace(),
        ])
      return {
        version: VERSION,
        commit,
        node: process.version,
        startedAt: startedAt.toISOString(),
        uptimeSeconds: Math.floor((clock.now().getTime() - startedAt.getTime()) / 1_000),
        database: { kind: database.kind, size, failure: failure ?? null },
        freeSpace,
        files,
        evaluationProjects,
        backup,
        alarms: active,
        lastHousekeeping: tidied,
        mail: { isReady, waiting: mails.waiting, failed: mails.failed },
      }
    },
  }
}
