/** A database as it stands at one moment, read while others go on writing. */
import { existsSync } from 'node:fs'
import { type Dialect, Kysely, sql } from 'kysely'
import { listAppliedSteps } from '../migrate.ts'
import type { DatabaseKind } from '../migrations/columns.ts'
import { postgresDialect } from '../postgres.ts'
import { createPostgresPool } from '../postgres-pool.ts'
import { sqliteDialect } from '../sqlite.ts'
import { describeSchema, type Table } from './schema-of-steps.ts'
import { createRowReader, createTableSum, type Row, type TableSum, toLine } from './table-rows.ts'

/** Where a database is: PostgreSQL's address, or SQLite's file. */
export type DatabasePlace = { kind: 'postgres'; url: string } | { kind: 'sqlite'; file: string }

/** Tables by names that only the running program knows. */
export type AnyTables = Record<string, Record<string, unknown>>

export type Snapshot = {
  kind: DatabaseKind
  /** The migrations that were done; none if there is no database of ours. */
  steps: readonly string[]
  /** Each after those that its rows refer to. */
  tables: readonly Table[]
  /** Reads a table in the order of its key, some rows at a time. */
  read(table: Table): AsyncIterable<readonly Row[]>
  close(): Promise<void>
}

export const getDialect = (place: DatabasePlace): Dialect =>
  place.kind === 'postgres' ? postgresDialect(createPostgresPool(place.url)) : sqliteDialect(place.file)

/** Opens a database without migrating it. */
export const openPlace = (place: DatabasePlace): Kysely<AnyTables> =>
  new Kysely<AnyTables>({ dialect: getDialect(place) })

/** Returns whether a place may hold anything: for a file, whether it is there, so that looking doesn't make one. */
export const canHoldDatabase = (place: DatabasePlace): boolean => place.kind === 'postgres' || existsSync(place.file)

/** Opens a snapshot, on a connection of its own. Throws `OtherVersionError` if the migrations aren't ours. */
export async function openSnapshot(place: DatabasePlace): Promise<Snapshot> {
  const db = openPlace(place)
  try {
    const tx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
    // The first reading fixes the moment.
    const steps = await listAppliedSteps(tx, place.kind)
    const tables = await describeSchema(steps)
    return {
      kind: place.kind,
      steps,
      tables,
      read: (table) => readTable(tx, place.kind, table),
      async close() {
        await tx.rollback().execute()
        await db.destroy()
      },
    }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** Reads all rows of a table and adds them up. */
export async function sumTable(db: Kysely<AnyTables>, kind: DatabaseKind, table: Table): Promise<TableSum> {
  const sum = createTableSum(table.name)
  for await (const rows of readTable(db, kind, table)) for (const row of rows) sum.add(toLine(row))
  return sum.finish()
}

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
const FIRST_FETCH = 10
const MOST_ROWS = 1_000
/** Of a batch, so that rows of any size pass in about the same memory. */
const AIMED_CHARACTERS = 1_000_000

async function* readPostgres(db: Kysely<AnyTables>, table: Table): AsyncGenerator<StoredRow[]> {
  const isText = new Set(table.columns.filter(({ type }) => type === 'text').map(({ name }) => name))
  let query = selectAll(db, table)
  // As SQLite compares texts, whatever the database's own order.
  for (const column of table.key)
    query = query.orderBy(isText.has(column) ? sql`${sql.ref(column)} collate "C"` : column)
  await sql`declare ${CURSOR} no scroll cursor for ${query}`.execute(db)
  try {
    let count = FIRST_FETCH
    for (;;) {
      const { rows } = await sql<StoredRow>`fetch forward ${sql.lit(count)} from ${CURSOR}`.execute(db)
      if (rows.length === 0) break
      yield rows
      const characters = rows.reduce((sum, row) => sum + measure(row), 0)
      count = Math.max(1, Math.min(MOST_ROWS, Math.ceil((rows.length * AIMED_CHARACTERS) / Math.max(characters, 1))))
    }
  } finally {
    // Also behind a reader who has seen enough. A transaction that failed has closed it.
    await sql`close ${CURSOR}`.execute(db).catch(() => {})
  }
}

const measure = (row: StoredRow): number =>
  Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0)
