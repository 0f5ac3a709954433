import { type Kysely, sql } from 'kysely'
import { type DatabaseKind, primaryKey, required, withoutRowid } from '../columns.ts'

/** Creates the tables of visits, which are counted without cookies. */
export async function createVisitTables(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await createVisitCounts(db, kind)
  await createVisitSalts(db)
  await createVisitorHashes(db)
}

/** Thousands of sums are read at once, so the primary key includes the count for index-only scans. */
async function createVisitCounts(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .createTable('visit_counts')
    .addColumn('kind', 'text', required)
    .addColumn('period', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('count', 'integer', required)
    .$call((table) =>
      kind === 'sqlite'
        ? withoutRowid(table.addPrimaryKeyConstraint('visit_counts_key', ['kind', 'period', 'name']), kind)
        : table,
    )
    .execute()
  if (kind === 'postgres')
    await sql`alter table visit_counts add constraint visit_counts_key
      primary key (kind, period, name) include (count)`.execute(db)
}

async function createVisitSalts({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('visit_salts')
    .addColumn('day', 'text', primaryKey)
    .addColumn('salt', 'text', required)
    .execute()
}

async function createVisitorHashes({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('visitor_hashes')
    .addColumn('day', 'text', required)
    .addColumn('hash', 'text', required)
    .addPrimaryKeyConstraint('visitor_hashes_key', ['day', 'hash'])
    .execute()
}
