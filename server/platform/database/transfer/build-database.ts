/** Databases that are made of another's rows. */
import { Kysely, sql } from 'kysely'
import { PLUGINS } from '../database.ts'
import { PLACES, STALE } from '../gram-places.ts'
import { listAppliedSteps, migrate } from '../migrate.ts'
import type { Tables } from '../tables.ts'
import { advanceSequences, clearTables, GRAM_TABLES, loadRows } from './load-rows.ts'
import { BOOKKEEPING, describeSchema, findSteps, type Table } from './schema-of-steps.ts'
import { type AnyTables, canHoldDatabase, type DatabasePlace, getDialect, openPlace, sumTable } from './snapshot.ts'
import { assertSameSums, type Row, type TableSum } from './table-rows.ts'

export type InsertRows = (table: Table, rows: readonly Row[]) => Promise<void>
type Source = { steps: readonly string[]; tables: readonly Table[] }

/**
 * Makes a database as it is after the source's migrations, and fills it in one transaction: a failure leaves it without
 * rows. `fill` returns the sums of what it inserted; throws if the database gives back anything else. Returns the sums.
 */
export async function buildDatabase(
  place: DatabasePlace,
  { steps, tables }: Source,
  fill: (insert: InsertRows) => Promise<readonly TableSum[]>,
): Promise<TableSum[]> {
  const { kind } = place
  await migrateTo(place, steps)
  return withPlace(place, async (db) =>
    db.transaction().execute(async (tx) => {
      await clearTables(tx, tables)
      const inserted = await fill((table, rows) => loadRows(tx, kind, table, rows))
      if (kind === 'postgres') await advanceSequences(tx)
      // Nothing is known yet of what the tables hold: reading them back would look for each few rows in all.
      if (kind === 'postgres') await sql`analyze`.execute(tx)
      const sums: TableSum[] = []
      for (const table of tables) sums.push(await sumTable(tx, kind, table))
      assertSameSums(inserted, sums)
      return sums
    }),
  )
}

async function migrateTo(place: DatabasePlace, steps: readonly string[]): Promise<void> {
  const db = new Kysely<Tables>({ dialect: getDialect(place), plugins: PLUGINS })
  try {
    await migrate(db, place.kind, findSteps(steps))
  } finally {
    await db.destroy()
  }
}

/** What a person would miss, were a database replaced. */
export type Stock = { users: number; products: number; submissions: number }

/** Counts what a place holds; `undefined` if nobody has used it: there is no database, or one that was just made. */
export async function findStock(place: DatabasePlace): Promise<Stock | undefined> {
  if (!canHoldDatabase(place)) return undefined
  return withPlace(place, async (db) => {
    if ((await listAppliedSteps(db, place.kind)).length === 0) return undefined
    const { rows } = await sql<Stock>`select (select count(*) from users) as users,
      (select count(*) from products) as products, (select count(*) from submissions) as submissions`.execute(db)
    // A start always makes an account: without one, it is the rest of a restore that was broken off.
    return rows[0] && rows[0].users > 0 ? rows[0] : undefined
  })
}

/** Returns whether others are connected to a database, such as a service that runs. */
export async function isInUse(place: DatabasePlace): Promise<boolean> {
  if (!canHoldDatabase(place)) return false
  return withPlace(place, (db) => (place.kind === 'sqlite' ? isSqliteInUse(db) : isPostgresInUse(db)))
}

/** Leaving the write-ahead log needs the file for oneself; it leaves everything in the one file, besides. */
async function isSqliteInUse(db: Kysely<AnyTables>): Promise<boolean> {
  try {
    await sql`pragma journal_mode = delete`.execute(db)
    return false
  } catch (error) {
    if (error instanceof Error && /locked|busy/i.test(error.message)) return true
    throw error
  }
}

async function isPostgresInUse(db: Kysely<AnyTables>): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Drops the tables of a PostgreSQL database that are ours. */
export const dropTables = (place: DatabasePlace): Promise<void> =>
  withPlace(place, async (db) => {
    const tables = await describeSchema(await listAppliedSteps(db, place.kind))
    const names = [...tables.map(({ name }) => name), ...GRAM_TABLES, PLACES, STALE, ...BOOKKEEPING]
    await sql`drop table if exists ${sql.join(names.map((name) => sql.table(name)))} cascade`.execute(db)
  })

async function withPlace<Result>(
  place: DatabasePlace,
  task: (db: Kysely<AnyTables>) => Promise<Result>,
): Promise<Result> {
  const db = openPlace(place)
  try {
    return await task(db)
  } finally {
    await db.destroy()
  }
}
