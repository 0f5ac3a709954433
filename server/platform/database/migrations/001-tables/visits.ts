import type { Kysely } from 'kysely'
import { getSchemaDialect } from '../../dialects/dialects.ts'
import { type DatabaseKind, primaryKey, required } from '../columns.ts'

/** Creates the tables of visits, which are counted without cookies. */
export async function createVisitTables(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await createVisitCounts(db, kind)
  await createVisitSalts(db)
  await createVisitorHashes(db)
}

/** Thousands of sums are read at once, so the primary key includes the count for index-only scans. */
async function createVisitCounts(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const table = db.schema
    .createTable('visit_counts')
    .addColumn('kind', 'text', required)
    .addColumn('period', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('count', 'integer', required)
  await getSchemaDialect(kind).createWithCoveringKey(db, table, {
    table: 'visit_counts',
    name: 'visit_counts_key',
    columns: ['kind', 'period', 'name'],
    included: 'count',
  })
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
