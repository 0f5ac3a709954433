import type { Insertable, Selectable } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import type { RunnerTokensTable } from '#server/platform/database/tables/evaluations.ts'

export type RunnerTokenRow = Selectable<RunnerTokensTable>

/** Lists the tokens of a run, newest first. */
export const listRunnerTokens = (db: Queryable, runId: string): Promise<RunnerTokenRow[]> =>
  db
    .selectFrom('runnerTokens')
    .selectAll()
    .where('runId', '=', runId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute()

export const findRunnerToken = (db: Queryable, tokenHash: string): Promise<RunnerTokenRow | undefined> =>
  db.selectFrom('runnerTokens').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst()

export const insertRunnerToken = (db: Queryable, row: Insertable<RunnerTokensTable>) =>
  db.insertInto('runnerTokens').values(row).execute()

export const updateRunnerToken = (db: Queryable, id: string, changes: Partial<Insertable<RunnerTokensTable>>) =>
  db.updateTable('runnerTokens').set(changes).where('id', '=', id).execute()
