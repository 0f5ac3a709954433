import { convertErrors } from '#server/platform/convert-errors.ts'
import { canDatabaseExist, type DatabaseLocation, removeDatabaseFile } from '../database-location.ts'
import { buildDatabase, type InsertRows } from './build-database.ts'
import { openSnapshot, type Snapshot } from './snapshot.ts'
import { createTableChecksum, serializeRow, type TableChecksum } from './table-rows.ts'

/** Thrown if reading the source of a copy fails; any other error comes from the target. */
export class CopySourceError extends Error {
  override name = 'CopySourceError'

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

const toSourceError = (error: unknown) => new CopySourceError(error)

/**
 * Copies a snapshot of a database into an empty one of either kind, and verifies each table's rows by reading the copy
 * back. Throws before the commit if they differ, and `CopySourceError` if the source can't be read; then a SQLite file
 * that it created is removed. Returns the checksums of the tables.
 */
export async function copyDatabase(source: DatabaseLocation, target: DatabaseLocation): Promise<TableChecksum[]> {
  const isNewTarget = !canDatabaseExist(target)
  const snapshot = await openSnapshot(source).catch((error: unknown) => {
    throw toSourceError(error)
  })
  try {
    const { migrations, tables } = snapshot
    return await buildDatabase(target, { migrations, tables, fill: (insert) => copyRows(snapshot, insert) })
  } catch (error) {
    if (isNewTarget) await removeDatabaseFile(target)
    throw error
  } finally {
    await snapshot.close().catch(() => {})
  }
}

async function copyRows(snapshot: Snapshot, insert: InsertRows): Promise<TableChecksum[]> {
  const checksums: TableChecksum[] = []
  for (const table of snapshot.tables) {
    const checksum = createTableChecksum(table.name)
    for await (const rows of convertErrors(snapshot.read(table), toSourceError)) {
      for (const row of rows) checksum.add(serializeRow(row))
      await insert(table, rows)
    }
    checksums.push(checksum.finish())
  }
  return checksums
}
