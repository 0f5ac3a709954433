import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from './columns.ts'

/** Removes names from the change feed that aren't topics any more: single shortlists, and locks. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { rows } = await sql<{ name: string; revision: number }>`select name, revision from changes
    where name not like 'shortlist:%' and name not like 'shortlists:%' and name not in ('alarms', 'backups', 'demo',
      'evaluation-project-limit', 'leads', 'member-reviews', 'product-numbers', 'report-keys', 'visits')`.execute(db)
  // Deleting rows would leave their space to be read by every poll.
  await sql.raw(kind === 'postgres' ? 'truncate changes' : 'delete from changes').execute(db)
  for (const { name, revision } of rows)
    await sql`insert into changes (name, revision) values (${name}, ${revision})`.execute(db)
}
