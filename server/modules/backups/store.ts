import type { Kysely, Selectable, Updateable } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import type { AnyTables } from '#server/platform/database/database-location.ts'
import type { BackupRunsTable } from '#server/platform/database/tables/nodes.ts'

export type BackupRun = Selectable<BackupRunsTable>

/** Lists the newest runs, newest first. */
export const listLastRuns = (db: Queryable, limit: number): Promise<BackupRun[]> =>
  selectNewestFirst(db).limit(limit).execute()

/** Lists the runs that started after a time. */
export const listRunsAfter = (db: Queryable, startedAt: string): Promise<BackupRun[]> =>
  db.selectFrom('backupRuns').selectAll().where('startedAt', '>', startedAt).execute()

export const findFirstRun = (db: Queryable): Promise<BackupRun | undefined> =>
  db.selectFrom('backupRuns').selectAll().orderBy('startedAt').orderBy('id').limit(1).executeTakeFirst()

export const findLastSuccessfulRun = (db: Queryable): Promise<BackupRun | undefined> =>
  selectNewestFirst(db).where('status', '=', 'done').limit(1).executeTakeFirst()

/** Finds the newest run that wasn't interrupted. */
export const findLastOutcome = (db: Queryable): Promise<BackupRun | undefined> =>
  selectNewestFirst(db).where('status', 'in', ['done', 'failed']).limit(1).executeTakeFirst()

const selectNewestFirst = (db: Queryable) =>
  db.selectFrom('backupRuns').selectAll().orderBy('startedAt', 'desc').orderBy('id', 'desc')

export const insertRun = (db: Queryable, id: string, startedAt: string) =>
  db
    .insertInto('backupRuns')
    .values({
      id,
      status: 'running',
      startedAt,
      endedAt: null,
      size: null,
      heartbeatAt: startedAt,
      missingFiles: null,
      failure: null,
    })
    .execute()

export const updateRun = (db: Queryable, id: string, change: Updateable<BackupRunsTable>) =>
  db.updateTable('backupRuns').set(change).where('id', '=', id).execute()

export const deleteRunsBefore = (db: Queryable, startedAt: string) =>
  db.deleteFrom('backupRuns').where('startedAt', '<', startedAt).execute()

/** Deletes the runs that were running when a restored archive was made: nothing continues them there. */
export const deleteRunningRuns = (db: Kysely<AnyTables>) =>
  db.deleteFrom('backup_runs').where('status', '=', 'running').execute()

/** Empties a table of a restored archive. */
export const deleteAllRows = (db: Kysely<AnyTables>, table: string) => db.deleteFrom(table).execute()

/** Ends all sessions and sign-ins of a restored archive: those that were ended since would be valid again. */
export async function deleteRestoredSessions(db: Kysely<AnyTables>): Promise<void> {
  await db.deleteFrom('sessions').execute()
  await db.deleteFrom('login_challenges').execute()
}
