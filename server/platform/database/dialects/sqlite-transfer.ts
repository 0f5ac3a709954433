/** How whole SQLite databases are read and filled; `postgres-transfer.ts` has the same exports. */
import { type Kysely, sql } from 'kysely'
import type { AnyTables } from '../database-location.ts'
import { hasSqliteCode, isDamagedDatabase } from '../sqlite-driver.ts'

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

/** Reads the rows of a table in the order of its key, in batches. */
export async function* readRows(
  db: Kysely<AnyTables>,
  { name, columns, key, parent }: ReadTable,
): AsyncGenerator<Record<string, unknown>[]> {
  let query = db.selectFrom(name).select(columns.map((column) => column.name))
  if (parent !== null) query = query.orderBy(sql`${sql.ref(parent)} is not null`)
  for (const column of key) query = query.orderBy(column)
  for await (const row of query.stream()) yield [row]
}

/** Returns the placeholder of a statement's parameter by its index. */
export const toPlaceholder = (_index: number): string => '?'

/** Prepares a filled database for use. SQLite needs nothing. */
export async function finishFilling(_db: Kysely<AnyTables>): Promise<void> {}

/** SQLite's primary result codes: `SQLITE_BUSY` and `SQLITE_LOCKED`. */
const SQLITE_LOCKED_CODES = [5, 6]

/**
 * Returns whether another process, such as a running server, is connected to the database. Switching off the write-ahead
 * log requires exclusive access. It also merges the log into the database file. A damaged file fails with another error
 * than that it is locked, and isn't in use.
 */
export async function isInUse(db: Kysely<AnyTables>): Promise<boolean> {
  try {
    await sql`pragma journal_mode = delete`.execute(db)
    return false
  } catch (error) {
    if (hasSqliteCode(error, SQLITE_LOCKED_CODES)) return true
    if (isDamagedDatabase(error)) return false
    throw error
  }
}
