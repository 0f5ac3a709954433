/** How whole PostgreSQL databases are read and filled; `sqlite-transfer.ts` has the same exports. */
import { setTimeout } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { AnyTables } from '../database-location.ts'
import { isInFailedTransaction } from '../postgres-driver.ts'

type ReadTable = {
  readonly name: string
  readonly columns: readonly { name: string; type: string }[]
  /** The columns of the primary key. */
  readonly key: readonly string[]
  /**
   * The column that references another row of the table, which is read before. Only rows without one may be referenced:
   * rows with one are read in the order of their keys.
   */
  readonly parent: string | null
}

type StoredRow = Record<string, unknown>

const CURSOR = sql.id('transferred_rows')
const INITIAL_BATCH_ROWS = 10
const MAX_BATCH_ROWS = 1_000
/** The target size of a batch, so that memory use is independent of the size of rows. */
const TARGET_BATCH_CHARACTERS = 1_000_000

/**
 * Reads the rows of a table in the order of its key, in batches. `db` has to be a transaction, in which a cursor lives; its
 * tables are read one after another, as the name of the cursor is always the same.
 */
export async function* readRows(
  db: Kysely<AnyTables>,
  { name, columns, key, parent }: ReadTable,
): AsyncGenerator<StoredRow[]> {
  const isText = new Set(columns.filter(({ type }) => type === 'text').map((column) => column.name))
  let query = db.selectFrom(name).select(columns.map((column) => column.name))
  if (parent !== null) query = query.orderBy(sql`${sql.ref(parent)} is not null`)
  // SQLite's order of texts, whatever the database's collation.
  for (const column of key) query = query.orderBy(isText.has(column) ? sql`${sql.ref(column)} collate "C"` : column)
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
    await sql`close ${CURSOR}`.execute(db).catch((error: unknown) => {
      if (!isInFailedTransaction(error)) throw error
    })
  }
}

/** What a number or a time counts as, which is about as long as it is in memory. */
const FIXED_CHARACTERS = 8
const measure = (row: StoredRow): number =>
  Object.values(row).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : FIXED_CHARACTERS),
    0,
  )

/** Returns the placeholder of a statement's parameter by its index. */
export const toPlaceholder = (index: number): string => `$${index + 1}`

/**
 * Prepares a filled database for use: advances the sequences past the inserted rows, and collects the planner's
 * statistics, without which reading the rows back would scan entire tables for a few rows each.
 */
export async function finishFilling(db: Kysely<AnyTables>): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`select table_name as "table", column_name as "column"
    from information_schema.columns where table_schema = current_schema() and is_identity = 'YES'`.execute(db)
  for (const { table, column } of rows)
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}), greatest(max(${sql.ref(column)}), 1),
      coalesce(max(${sql.ref(column)}), 0) > 0) from ${sql.table(table)}`.execute(db)
  await sql`analyze`.execute(db)
}

/** PostgreSQL lists a closed connection, such as one of our own earlier checks, until its process has ended. */
const MAX_DISCONNECT_MS = 1_000
const CHECK_INTERVAL_MS = 50

/** Returns whether another process, such as a running server, is connected to the database. */
export async function isInUse(db: Kysely<AnyTables>): Promise<boolean> {
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
