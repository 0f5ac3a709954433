/** Tables that nodes coordinate their work with. */
import type { AlarmName } from '#contracts/alarms/alarm-table.ts'
import type { BackupFailure } from '#contracts/system/backup-failures.ts'

export type NodeTables = {
  claims: ClaimsTable
  changes: ChangesTable
  alarms: AlarmsTable
  rateLimits: RateLimitsTable
  idempotencyKeys: IdempotencyKeysTable
  backupRuns: BackupRunsTable
}

/** Leases of jobs that only one node runs: the node that advances `until` has claimed the job until then. */
type ClaimsTable = { name: string; until: string }

/** The revision of each name in the change feed; see `change-feed.ts`. */
type ChangesTable = { name: string; revision: number }

/**
 * Alarms, including cleared ones. `node` is empty if an alarm concerns all nodes.
 */
export type AlarmsTable = {
  id: string
  name: AlarmName
  node: string
  detail: string
  raisedAt: string
  seenAt: string
  resolvedAt: string | null
}

/** Requests per IP address and time window on all nodes; `key` is a hash. Used on PostgreSQL only. */
type RateLimitsTable = { key: string; count: number; until: string }

/**
 * The requests that were sent with an idempotency key and took effect, for a day. `fingerprint` is a hash of the caller
 * and the input. `encryptedResult` is what the transaction returned, as JSON; `null` until it ends.
 */
export type IdempotencyKeysTable = {
  key: string
  userId: string | null
  fingerprint: string
  encryptedResult: string | null
  createdAt: string
}

/**
 * Backups, scheduled or started by hand. A `running` one without a recent heartbeat was interrupted. `size` is the
 * archive's size in bytes, `missingFiles` the number of files in the database that the file store didn't have.
 */
export type BackupRunsTable = {
  id: string
  status: 'running' | 'done' | 'failed' | 'interrupted'
  startedAt: string
  endedAt: string | null
  size: number | null
  /** The last heartbeat of the node that makes the backup. */
  heartbeatAt: string | null
  missingFiles: number | null
  failure: BackupFailure | null
}
