/** Tables for communication between nodes. */
import type { AlarmName } from '#contracts/alarms/alarm-table.ts'

export type NodeTables = {
  claims: ClaimsTable
  changes: ChangesTable
  alarms: AlarmsTable
  rateLimits: RateLimitsTable
  backupRuns: BackupRunsTable
}

/** Jobs that one node does for all: the node that advances `until` has claimed the job until then. */
export type ClaimsTable = { name: string; until: string }

/** The revision of each name in the change feed; see `change-feed.ts`. */
export type ChangesTable = { name: string; revision: number }

/**
 * Alarms, those that are over too. `node` is empty for what is the same for all. Whoever raises one and whoever sends one
 * to the webhook does it for all nodes: `sendingUntil` is the sender's lease.
 */
export type AlarmsTable = {
  id: string
  name: AlarmName
  node: string
  detail: string
  raisedAt: string
  seenAt: string
  resolvedAt: string | null
  raisedSentAt: string | null
  resolvedSentAt: string | null
  sendingUntil: string | null
}

/** Calls of an address within a window, on every node; `key` is a hash. Used on PostgreSQL alone. */
export type RateLimitsTable = { key: string; count: number; until: string }

/** Scheduled backups: begun, done, failed. One that stays `running` was broken off. `size` is the archive's, in bytes. */
export type BackupRunsTable = {
  id: string
  status: 'running' | 'done' | 'failed'
  startedAt: string
  endedAt: string | null
  size: number | null
}
