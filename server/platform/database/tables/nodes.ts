/** Tables for communication between nodes. */

/** Jobs that one node does for all: the node that advances `until` has claimed the job until then. */
export type ClaimsTable = { name: string; until: string }

/** The revision of each name in the change feed; see `change-feed.ts`. */
export type ChangesTable = { name: string; revision: number }

/** Scheduled backups: begun, done, failed. One that stays `running` was broken off. `size` is the archive's, in bytes. */
export type BackupRunsTable = {
  id: string
  status: 'running' | 'done' | 'failed'
  startedAt: string
  endedAt: string | null
  size: number | null
}
