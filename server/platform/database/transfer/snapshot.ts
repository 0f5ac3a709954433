/** A consistent snapshot of a database, which can be read while others write. */
import { existsSync } from 'node:fs'
import { type Dialect, Kysely, sql } from 'kysely'
import { listAppliedMigrations } from '../migrate.ts'
import type { DatabaseKind } from '../migrations/columns.ts'
import { createPostgresDialect } from '../postgres.ts'
import { createPostgresPool } from '../postgres-pool.ts'
import { createSqliteDialect } from '../sqlite.ts'
import { describeSchema, type Table } from './migrated-schema.ts'
import { createRowReader, createTableChecksum, type Row, serializeRow, type TableChecksum } from './table-rows.ts'

/** The location of a database: PostgreSQL's URL or SQLite's file. */
export type DatabaseLocation = { kind: 'postgres'; url: string } | { kind: 'sqlite'; file: string }

/** Tables whose names are known at run time only. */
export type AnyTables = Record<string, Record<string, unknown>>

/**
 * Tables that are copied empty. Counts of recent requests and failed sign-ins would delay people on a copy or a restored
 * database for what happened elsewhere, by another clock; what requests with an idempotency key did is kept for a day only.
 */
export const TRANSIENT_TABLES: readonly string[] = ['idempotency_keys', 'login_attempts', 'rate_limits']

export type Snapshot = {
  kind: DatabaseKind
  /** The applied migrations. */
  migrations: readonly string[]
  /** Each after those that it references. */
  tables: readonly Table[]
  /** Reads a table in the order of its key, in batches. Transient ones have no rows. */
  read(table: Table): AsyncIterable<readonly Row[]>
  close(): Promise<void>
}

export const getDialect = (location: DatabaseLocation): Dialect =>
  location.kind === 'postgres'
    ? createPostgresDialect(createPostgresPool(location.url))
    : createSqliteDialect(location.file)

/** Opens a database without migrating it. */
export const openDatabase = (location: DatabaseLocation): Kysely<AnyTables> =>
  new Kysely<AnyTables>({ dialect: getDialect(location) })

/** Returns whether a database may exist: for SQLite whether the file does, since opening would create it. */
export const canDatabaseExist = (location: DatabaseLocation): boolean =>
  location.kind === 'postgres' || existsSync(location.file)

/** Thrown if a database has no tables of ours: it is new, belongs to another program, or its file was emptied. */
export class EmptyDatabaseError extends Error {
  override name = 'EmptyDatabaseError'
}

/**
 * Opens a snapshot on its own connection. Throws `SchemaVersionError` if the migrations aren't ours, and
 * `EmptyDatabaseError` if there are none: a copy of nothing would pass for a successful one.
 */
export async function openSnapshot(location: DatabaseLocation): Promise<Snapshot> {
  const db = openDatabase(location)
  try {
    const transaction = await db
      .startTransaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute()
    // The first query fixes the snapshot.
    const migrations = await listAppliedMigrations(transaction, location.kind)
    if (migrations.length === 0) throw new EmptyDatabaseError('the database is empty')
    const tables = await describeSchema(migrations)
    return {
      kind: location.kind,
      migrations,
      tables,
      read: (table) =>
        TRANSIENT_TABLES.includes(table.name) ? readNothing() : readTable(transaction, location.kind, table),
      async close() {
        await transaction.rollback().execute()
        await db.destroy()
      },
    }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** Returns the checksum of a table's rows. */
export async function computeTableChecksum(
  db: Kysely<AnyTables>,
  kind: DatabaseKind,
  table: Table,
): Promise<TableChecksum> {
  const checksum = createTableChecksum(table.name)
  for await (const rows of readTable(db, kind, table)) for (const row of rows) checksum.add(serializeRow(row))
  return checksum.finish()
}

async function* readNothing(): AsyncGenerator<readonly Row[]> {}

async function* readTable(db: Kysely<AnyTables>, kind: DatabaseKind, table: Table): AsyncGenerator<readonly Row[]> {
  const toRow = createRowReader(table)
  const batches = kind === 'sqlite' ? readSqlite(db, table) : readPostgres(db, table)
  for await (const batch of batches) yield batch.map(toRow)
}

type StoredRow = Record<string, unknown>

const selectAll = (db: Kysely<AnyTables>, { name, columns }: Table) =>
  db.selectFrom(name).select(columns.map((column) => column.name))

async function* readSqlite(db: Kysely<AnyTables>, table: Table): AsyncGenerator<StoredRow[]> {
  let query = selectAll(db, table)
  for (const column of table.key) query = query.orderBy(column)
  for await (const row of query.stream()) yield [row]
}

const CURSOR = sql.id('transferred_rows')
const INITIAL_BATCH_ROWS = 10
const MAX_BATCH_ROWS = 1_000
/** The target size of a batch, so that memory use is independent of the size of rows. */
const TARGET_BATCH_CHARACTERS = 1_000_000

async function* readPostgres(db: Kysely<AnyTables>, table: Table): AsyncGenerator<StoredRow[]> {
  const isText = new Set(table.columns.filter(({ type }) => type === 'text').map(({ name }) => name))
  let query = selectAll(db, table)
  // SQLite's order of texts, whatever the database's collation.
  for (const column of table.key)
    query = query.orderBy(isText.has(column) ? sql`${sql.ref(column)} collate "C"` : column)
  await sql`declare ${CURSOR} no scroll cursor for ${query}`.execute(db)
  try {
    let count = INITIAL_BATCH_ROWS
    for (;;) {
      const { rows } = await sql<StoredRow>`fetch forward ${sql.lit(count)} from ${CURSOR}`.execute(db)
      if (rows.length === 0) break
      yield rows
      const characters = rows.reduce((sum, row) => sum + measure(row), 0)
      count = Math.max(
        1,
        Math.min(MAX_BATCH_ROWS, Math.ceil((rows.length * TARGET_BATCH_CHARACTERS) / Math.max(characters, 1))),
      )
    }
  } finally {
    // Also if the consumer stops early. A failed transaction has closed the cursor already.
    await sql`close ${CURSOR}`.execute(db).catch(() => {})
  }
}

const measure = (row: StoredRow): number =>
  Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0)
