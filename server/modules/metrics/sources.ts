import type { SystemBackup } from '#contracts/system/system.ts'
import type { OutboxStatistics } from '#server/modules/mail/service.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { SecurityCounts } from '#server/platform/http/guard/security-log.ts'
import type { CacheStatistics } from '#server/platform/http/replies/reply-cache.ts'
import type { JobCount } from '#server/platform/job-counts.ts'

/** The sources of the metrics, read on each scrape. */
export type MetricSources = {
  database: Pick<Database, 'ping' | 'getPoolStatistics' | 'changes' | 'onStatement'>
  cache: { getStatistics(): CacheStatistics }
  security: SecurityCounts
  jobs: ReadonlyMap<string, Readonly<JobCount>>
  slowQueryMs: number
  getOutboxStatistics(): Promise<OutboxStatistics>
  getBackupStatus(): Promise<SystemBackup>
  /** Lists the alarms active on any node. */
  listActiveAlarms(): Promise<readonly { name: string }[]>
  getFreeDiskSpace(): Promise<number | null>
  release: { version: string; getCommitHash(): Promise<string | null> }
}
