/** A consistent snapshot of a database, which can be read while others write. */
import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../database-kind.ts'
import { type AnyTables, type DatabaseLocation, openDatabase } from '../database-location.ts'
import { getTransferDialect } from '../dialects/dialects.ts'
import { listAppliedMigrations } from '../migrate.ts'
import { describeSchema, type Table } from './migrated-schema.ts'
import { createRowReader, createTableChecksum, type Row, serializeRow, type TableChecksum } from './table-rows.ts'

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
    const migrations = await listAppliedMigrations(transaction)
    if (migrations.length === 0) throw new EmptyDatabaseError('the database is empty')
    const tables = await describeSchema(migrations)
    return {
      kind: location.kind,
      migrations,
      tables,
      read: (table) => (TRANSIENT_TABLES.includes(table.name) ? readNothing() : readTable(transaction, table)),
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
export async function computeTableChecksum(db: Kysely<AnyTables>, table: Table): Promise<TableChecksum> {
  const checksum = createTableChecksum(table.name)
  for await (const rows of readTable(db, table)) for (const row of rows) checksum.add(serializeRow(row))
  return checksum.finish()
}

async function* readNothing(): AsyncGenerator<readonly Row[]> {}

async function* readTable(db: Kysely<AnyTables>, table: Table): AsyncGenerator<readonly Row[]> {
  const toRow = createRowReader(table)
  for await (const batch of getTransferDialect(db).readRows(db, table)) yield batch.map(toRow)
}
