import { type Kysely, sql } from 'kysely'
import { primaryKey, required } from './columns.ts'

/** Adds the counts of calls that all nodes share. They are worth nothing after a crash: PostgreSQL need not log them. */
export async function createRateLimits(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await db.schema
    .createTable('rate_limits')
    .addColumn('key', 'text', primaryKey)
    .addColumn('count', 'integer', required)
    .addColumn('until', 'text', required)
    .execute()
  if (kind === 'postgres') await sql`alter table rate_limits set unlogged`.execute(db)
}
