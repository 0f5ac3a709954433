/** Builds a database from the rows of another. */
import { rm } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { PLUGINS } from '../database.ts'
import { listAppliedMigrations, migrate } from '../migrate.ts'
import type { DatabaseKind } from '../migrations/columns.ts'
import { advanceSequences, clearTables, GRAM_TABLES, loadRows } from './load-rows.ts'
import { describeSchema, MIGRATOR_TABLES, selectMigrations, type Table } from './migrated-schema.ts'
import {
  type AnyTables,
  canDatabaseExist,
  computeTableChecksum,
  type DatabaseLocation,
  openDatabase,
} from './snapshot.ts'
import { assertSameChecksums, type Row, type TableChecksum } from './table-rows.ts'

export type InsertRows = (table: Table, rows: readonly Row[]) => Promise<void>

export type DatabaseSource = {
  migrations: readonly string[]
  tables: readonly Table[]
  /** Inserts the rows. Returns their checksums. */
  fill(insert: InsertRows): Promise<readonly TableChecksum[]>
  /** Changes what doesn't apply to the new database. */
  adjust?(db: Kysely<AnyTables>): Promise<unknown>
}

/**
 * Applies the source's migrations to an empty database and fills it in one transaction, so that a failure leaves it
 * empty. Throws if the rows read back differ. Returns their checksums.
 */
export const buildDatabase = (location: DatabaseLocation, source: DatabaseSource): Promise<TableChecksum[]> =>
  withDatabase(location, async (db) => {
    await migrate(withColumnPlugins(db), location.kind, selectMigrations(source.migrations))
    return db.transaction().execute((transaction) => fillTables(transaction, location.kind, source))
  })

/** Thrown if the connection was lost during a commit, and the database can't be asked for its outcome. */
export class UnknownCommitError extends Error {
  override name = 'UnknownCommitError'
}

/**
 * Replaces our tables in a PostgreSQL database by the source's, in one transaction, so that a failure leaves them as
 * they were. Throws if the rows read back differ. `beforeCommit` is the last step that can still prevent the replacement.
 * Throws `UnknownCommitError` if it is unknown whether the tables were replaced. Returns their checksums.
 */
export const replacePostgresDatabase = (
  location: DatabaseLocation,
  source: DatabaseSource,
  beforeCommit: () => Promise<void>,
): Promise<TableChecksum[]> =>
  withDatabase(location, (db) =>
    db.connection().execute(async (connection) => {
      // Kysely's migrator accepts a connection, but none of Kysely's transactions.
      await sql`begin`.execute(connection)
      try {
        await dropTables(connection)
        await migrate(withColumnPlugins(connection), 'postgres', selectMigrations(source.migrations), {
          isInTransaction: true,
        })
        const checksums = await fillTables(connection, 'postgres', source)
        await beforeCommit()
        await commit(connection, location)
        return checksums
      } catch (error) {
        // If the connection is lost, PostgreSQL rolls back by itself.
        await sql`rollback`.execute(connection).catch(() => {})
        throw error
      }
    }),
  )

/** Commits. If that fails, determines whether the transaction was committed before the connection was lost. */
async function commit(connection: Kysely<AnyTables>, location: DatabaseLocation): Promise<void> {
  const { rows } = await sql<{ id: string }>`select txid_current()::text as id`.execute(connection)
  const id = rows[0]?.id ?? ''
  try {
    await sql`commit`.execute(connection)
  } catch (error) {
    const isCommitted = await withDatabase(location, (db) => wasCommitted(db, id)).catch(() => undefined)
    if (isCommitted === undefined)
      throw new UnknownCommitError('the outcome of the commit is unknown', { cause: error })
    if (!isCommitted) throw error
  }
}

/** Returns whether a transaction was committed; `undefined` if it doesn't end in time. */
async function wasCommitted(db: Kysely<AnyTables>, id: string): Promise<boolean | undefined> {
  const end = performance.now() + MAX_DISCONNECT_MS
  for (;;) {
    const { rows } = await sql<{ status: string }>`select txid_status(${id}::bigint) as status`.execute(db)
    const status = rows[0]?.status
    if (status === 'committed' || status === 'aborted') return status === 'committed'
    if (performance.now() > end) return undefined
    await setTimeout(CHECK_INTERVAL_MS)
  }
}

const withColumnPlugins = (db: Kysely<AnyTables>): Kysely<AnyTables> =>
  PLUGINS.reduce((instance, plugin) => instance.withPlugin(plugin), db)

/** Fills migrated tables. Returns the checksums of the rows read back. */
async function fillTables(
  db: Kysely<AnyTables>,
  kind: DatabaseKind,
  { tables, fill, adjust }: DatabaseSource,
): Promise<TableChecksum[]> {
  await clearTables(db, tables)
  const inserted = await fill((table, rows) => loadRows(db, kind, table, rows))
  if (kind === 'postgres') await advanceSequences(db)
  // Without planner statistics, reading the rows back would scan entire tables for a few rows each.
  if (kind === 'postgres') await sql`analyze`.execute(db)
  const checksums: TableChecksum[] = []
  for (const table of tables) checksums.push(await computeTableChecksum(db, kind, table))
  assertSameChecksums(inserted, checksums)
  await adjust?.(db)
  return checksums
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

/**
 * Switching off the write-ahead log requires exclusive access. It also merges the log into the database file. A damaged
 * file fails with another error than that it is locked, and isn't in use.
 */
async function isSqliteInUse(db: Kysely<AnyTables>): Promise<boolean> {
  try {
    await sql`pragma journal_mode = delete`.execute(db)
    return false
  } catch (error) {
    if (hasSqliteCode(error, SQLITE_LOCKED_CODES)) return true
    if (isDamagedSqlite(error)) return false
    throw error
  }
}

/** SQLite's primary result codes: `SQLITE_BUSY` and `SQLITE_LOCKED`. */
const SQLITE_LOCKED_CODES = [5, 6]
/** `SQLITE_CORRUPT` and `SQLITE_NOTADB`. */
const SQLITE_DAMAGED_CODES = [11, 26]
/** The primary result code is the lowest byte of the extended one. */
const PRIMARY_CODE_MASK = 0xff

const hasSqliteCode = (error: unknown, codes: readonly number[]): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  codes.includes(error.errcode & PRIMARY_CODE_MASK)

/** Returns whether SQLite reported that its file is damaged or is no database. */
export const isDamagedSqlite = (error: unknown): error is Error => hasSqliteCode(error, SQLITE_DAMAGED_CODES)

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

/**
 * The endings of the files of a SQLite database. SQLite applies a log or journal to whatever database it finds beside it,
 * so all of them are moved and removed together.
 */
export const SQLITE_FILE_ENDINGS = ['', '-wal', '-shm', '-journal'] as const

/** Removes the files of a SQLite database, if it is one. */
export async function removeSqliteDatabase(location: DatabaseLocation): Promise<void> {
  if (location.kind === 'sqlite')
    for (const ending of SQLITE_FILE_ENDINGS) await rm(location.file + ending, { force: true })
}

async function dropTables(db: Kysely<AnyTables>): Promise<void> {
  const tables = await describeSchema(await listAppliedMigrations(db, 'postgres'))
  const names = [...tables.map(({ name }) => name), ...GRAM_TABLES, ...MIGRATOR_TABLES]
  await sql`drop table if exists ${sql.join(names.map((name) => sql.table(name)))} cascade`.execute(db)
}

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
