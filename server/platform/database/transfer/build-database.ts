/** Builds a database from the rows of another. */
import { setTimeout } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { PLUGINS } from '../database.ts'
import { type AnyTables, canDatabaseExist, type DatabaseLocation, openDatabase } from '../database-location.ts'
import { getTransferDialect } from '../dialects/dialects.ts'
import { listAppliedMigrations, migrate } from '../migrate.ts'
import { clearTables, GRAM_TABLES, loadRows } from './load-rows.ts'
import { describeSchema, MIGRATOR_TABLES, selectMigrations, type Table } from './migrated-schema.ts'
import { computeTableChecksum } from './snapshot.ts'
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
    await migrate(withColumnPlugins(db), selectMigrations(source.migrations))
    return db.transaction().execute((transaction) => fillTables(transaction, source))
  })

/** Thrown if the connection was lost during a commit, and the database can't be asked for its outcome. */
export class UnknownCommitError extends Error {
  override name = 'UnknownCommitError'
}

/**
 * Replaces our tables in a database on a server by the source's, in one transaction, so that a failure leaves them as
 * they were. Throws if the rows read back differ. `beforeCommit` is the last step that can still prevent the replacement.
 * Throws `UnknownCommitError` if it is unknown whether the tables were replaced. Returns their checksums.
 */
export const replaceTables = (
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
        await migrate(withColumnPlugins(connection), selectMigrations(source.migrations), {
          isInTransaction: true,
        })
        const checksums = await fillTables(connection, source)
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
  const end = performance.now() + MAX_WAIT_MS
  for (;;) {
    const { rows } = await sql<{ status: string }>`select txid_status(${id}::bigint) as status`.execute(db)
    const status = rows[0]?.status
    if (status === 'committed' || status === 'aborted') return status === 'committed'
    if (performance.now() > end) return undefined
    await setTimeout(CHECK_INTERVAL_MS)
  }
}

const MAX_WAIT_MS = 1_000
const CHECK_INTERVAL_MS = 50

const withColumnPlugins = (db: Kysely<AnyTables>): Kysely<AnyTables> =>
  PLUGINS.reduce((instance, plugin) => instance.withPlugin(plugin), db)

/** Fills migrated tables. Returns the checksums of the rows read back. */
async function fillTables(db: Kysely<AnyTables>, { tables, fill, adjust }: DatabaseSource): Promise<TableChecksum[]> {
  await clearTables(db, tables)
  const inserted = await fill((table, rows) => loadRows(db, table, rows))
  await getTransferDialect(db).finishFilling(db)
  const checksums: TableChecksum[] = []
  for (const table of tables) checksums.push(await computeTableChecksum(db, table))
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
    if ((await listAppliedMigrations(db)).length === 0) return undefined
    const { rows } = await sql<DatabaseContents>`select (select count(*) from users) as users,
      (select count(*) from products) as products, (select count(*) from submissions) as submissions`.execute(db)
    // The first start always creates an account, so a database without one is left over from an aborted restore.
    return rows[0] && rows[0].users > 0 ? rows[0] : undefined
  })
}

/** Returns whether another process, such as a running server, is connected to a database. */
export async function isInUse(location: DatabaseLocation): Promise<boolean> {
  if (!canDatabaseExist(location)) return false
  return withDatabase(location, (db) => getTransferDialect(db).isInUse(db))
}

async function dropTables(db: Kysely<AnyTables>): Promise<void> {
  const tables = await describeSchema(await listAppliedMigrations(db))
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
