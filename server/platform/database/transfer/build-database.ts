/** Builds a database from the rows of another. */
import { rm } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { POSITIONS_TABLE, STALE_TABLE } from '../bigram-positions.ts'
import { PLUGINS } from '../database.ts'
import { listAppliedMigrations, migrate } from '../migrate.ts'
import type { Tables } from '../tables.ts'
import { advanceSequences, clearTables, GRAM_TABLES, loadRows } from './load-rows.ts'
import { describeSchema, MIGRATOR_TABLES, selectMigrations, type Table } from './migrated-schema.ts'
import {
  type AnyTables,
  canDatabaseExist,
  computeTableChecksum,
  type DatabaseLocation,
  getDialect,
  openDatabase,
} from './snapshot.ts'
import { assertSameChecksums, type Row, type TableChecksum } from './table-rows.ts'

export type InsertRows = (table: Table, rows: readonly Row[]) => Promise<void>
type Source = { migrations: readonly string[]; tables: readonly Table[] }

/**
 * Applies the source's migrations to a database and fills it in one transaction, so that a failure leaves it empty.
 * `fill` inserts the rows and returns their checksums. Throws if the rows read back differ. Returns the checksums.
 * `adjust` may then change what doesn't apply to the new database.
 */
export async function buildDatabase(
  location: DatabaseLocation,
  { migrations, tables }: Source,
  fill: (insert: InsertRows) => Promise<readonly TableChecksum[]>,
  adjust?: (db: Kysely<AnyTables>) => Promise<unknown>,
): Promise<TableChecksum[]> {
  const { kind } = location
  await migrateTo(location, migrations)
  return withDatabase(location, async (db) =>
    db.transaction().execute(async (trx) => {
      await clearTables(trx, tables)
      const inserted = await fill((table, rows) => loadRows(trx, kind, table, rows))
      if (kind === 'postgres') await advanceSequences(trx)
      // Without planner statistics, reading the rows back would scan entire tables for a few rows each.
      if (kind === 'postgres') await sql`analyze`.execute(trx)
      const checksums: TableChecksum[] = []
      for (const table of tables) checksums.push(await computeTableChecksum(trx, kind, table))
      assertSameChecksums(inserted, checksums)
      await adjust?.(trx)
      return checksums
    }),
  )
}

async function migrateTo(location: DatabaseLocation, migrations: readonly string[]): Promise<void> {
  const db = new Kysely<Tables>({ dialect: getDialect(location), plugins: PLUGINS })
  try {
    await migrate(db, location.kind, selectMigrations(migrations))
  } finally {
    await db.destroy()
  }
}

/** The content that would be lost if a database were replaced. */
export type DatabaseContents = { users: number; products: number; submissions: number }

/** Counts a database's content; returns `undefined` if it doesn't exist or is unused. */
export async function findContents(location: DatabaseLocation): Promise<DatabaseContents | undefined> {
  if (!canDatabaseExist(location)) return undefined
  return withDatabase(location, async (db) => {
    if ((await listAppliedMigrations(db, location.kind)).length === 0) return undefined
    const { rows } = await sql<DatabaseContents>`select (select count(*) from users) as users,
      (select count(*) from products) as products, (select count(*) from submissions) as submissions`.execute(db)
    // The first start always creates an account, so a database without one is left over from an aborted restore.
    return rows[0] && rows[0].users > 0 ? rows[0] : undefined
  })
}

/** Returns whether another process, such as a running server, is connected to a database. */
export async function isInUse(location: DatabaseLocation): Promise<boolean> {
  if (!canDatabaseExist(location)) return false
  return withDatabase(location, (db) => (location.kind === 'sqlite' ? isSqliteInUse(db) : isPostgresInUse(db)))
}

/** Switching off the write-ahead log requires exclusive access. It also merges the log into the database file. */
async function isSqliteInUse(db: Kysely<AnyTables>): Promise<boolean> {
  try {
    await sql`pragma journal_mode = delete`.execute(db)
    return false
  } catch (error) {
    if (error instanceof Error && /locked|busy/i.test(error.message)) return true
    throw error
  }
}

/** PostgreSQL lists a closed connection, such as one of our own earlier checks, until its process has ended. */
const MAX_DISCONNECT_MS = 1_000
const CHECK_INTERVAL_MS = 50

async function isPostgresInUse(db: Kysely<AnyTables>): Promise<boolean> {
  const end = performance.now() + MAX_DISCONNECT_MS
  while (await hasOtherConnections(db)) {
    if (performance.now() > end) return true
    await setTimeout(CHECK_INTERVAL_MS)
  }
  return false
}

async function hasOtherConnections(db: Kysely<AnyTables>): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Removes the files of a SQLite database, if it is one. */
export async function removeSqliteDatabase(location: DatabaseLocation): Promise<void> {
  if (location.kind === 'sqlite')
    for (const suffix of ['', '-wal', '-shm']) await rm(location.file + suffix, { force: true })
}

/** Drops our tables in a PostgreSQL database. */
export const dropTables = (location: DatabaseLocation): Promise<void> =>
  withDatabase(location, async (db) => {
    const tables = await describeSchema(await listAppliedMigrations(db, location.kind))
    const names = [...tables.map(({ name }) => name), ...GRAM_TABLES, POSITIONS_TABLE, STALE_TABLE, ...MIGRATOR_TABLES]
    await sql`drop table if exists ${sql.join(names.map((name) => sql.table(name)))} cascade`.execute(db)
  })

async function withDatabase<Result>(
  location: DatabaseLocation,
  task: (db: Kysely<AnyTables>) => Promise<Result>,
): Promise<Result> {
  const db = openDatabase(location)
  try {
    return await task(db)
  } finally {
    await db.destroy()
  }
}
