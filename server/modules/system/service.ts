import type { System } from '#contracts/system/system.ts'
import type { AlarmService } from '#server/modules/alarms/service.ts'
import type { BackupService } from '#server/modules/backups/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { getDialect } from '#server/platform/database/dialects/dialects.ts'
import { getCommitHash, VERSION } from '#server/platform/release.ts'
import { getEvaluationProjectTotals, getFileTotals, getInquiryTotals } from './store.ts'

export type SystemService = ReturnType<typeof createSystemService>

type Dependencies = {
  database: Database
  clock: Clock
  mail: MailService
  backups: BackupService
  alarms: Pick<AlarmService, 'list'>
  /** Returns the free bytes of this node's data volume; `null` if unknown. */
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
    /** Returns the release, the size of the stored data and the status of the background work. */
    async getStatus(): Promise<System> {
      const { waiting, failed } = await mail.outbox.count()
      return {
        version: VERSION,
        commit: await getCommitHash(),
        node: process.version,
        startedAt: startedAt.toISOString(),
        uptimeSeconds: Math.floor((clock.now().getTime() - startedAt.getTime()) / 1_000),
        database: {
          kind: database.kind,
          size: await getDialect(database.read).getDatabaseSize(database.read),
          failure: (await database.findFailure()) ?? null,
        },
        freeSpace: await getFreeDiskSpace(),
        files: await getFileTotals(database.read),
        inquiries: await getInquiryTotals(database.read),
        evaluationProjects: await getEvaluationProjectTotals(database.read),
        backup: await backups.getStatus(),
        alarms: await alarms.list(),
        lastHousekeeping: await findLastHousekeeping(),
        mail: { isReady: await mail.isReady(), waiting, failed },
      }
    },
  }
}
