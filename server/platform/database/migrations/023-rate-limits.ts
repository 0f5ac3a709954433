import { type Kysely, sql } from 'kysely'
import { primaryKey, required } from './columns.ts'

/** Adds the request counts shared by all nodes. They may be lost in a crash, so on PostgreSQL the table is unlogged. */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await db.schema
    .createTable('rate_limits')
    .addColumn('key', 'text', primaryKey)
    .addColumn('count', 'integer', required)
    .addColumn('until', 'text', required)
    .execute()
  if (kind === 'postgres') await sql`alter table rate_limits set unlogged`.execute(db)
}
