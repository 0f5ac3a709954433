import type { Selectable } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import type { BackupRunsTable } from '#server/platform/database/tables/nodes.ts'

export type BackupRun = Selectable<BackupRunsTable>

export const findLastRun = (db: Queryable): Promise<BackupRun | undefined> =>
  selectNewestFirst(db).limit(1).executeTakeFirst()

export const findLastSuccessfulRun = (db: Queryable): Promise<BackupRun | undefined> =>
  selectNewestFirst(db).where('status', '=', 'done').limit(1).executeTakeFirst()

const selectNewestFirst = (db: Queryable) =>
  db.selectFrom('backupRuns').selectAll().orderBy('startedAt', 'desc').orderBy('id', 'desc')

export const insertRun = (db: Queryable, id: string, startedAt: string) =>
  db.insertInto('backupRuns').values({ id, startedAt, status: 'running', endedAt: null, size: null }).execute()

export const endRun = (db: Queryable, id: string, end: Pick<BackupRun, 'status' | 'endedAt' | 'size'>) =>
  db.updateTable('backupRuns').set(end).where('id', '=', id).execute()

export const deleteRunsBefore = (db: Queryable, startedAt: string) =>
  db.deleteFrom('backupRuns').where('startedAt', '<', startedAt).execute()
