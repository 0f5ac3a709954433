import { buildDatabase } from './build-database.ts'
import { type DatabaseLocation, openSnapshot } from './snapshot.ts'
import { createTableChecksum, serializeRow, type TableChecksum } from './table-rows.ts'

/**
 * Copies a snapshot of a database into an empty one of either kind, and verifies each table's rows by reading the copy
 * back. Throws before the commit if they differ. Returns the checksums of the tables.
 */
export async function copyDatabase(source: DatabaseLocation, target: DatabaseLocation): Promise<TableChecksum[]> {
  const snapshot = await openSnapshot(source)
  try {
    return await buildDatabase(target, snapshot, async (insert) => {
      const checksums: TableChecksum[] = []
      for (const table of snapshot.tables) {
        const checksum = createTableChecksum(table.name)
        for await (const rows of snapshot.read(table)) {
          for (const row of rows) checksum.add(serializeRow(row))
          await insert(table, rows)
        }
        checksums.push(checksum.finish())
      }
      return checksums
    })
  } finally {
    await snapshot.close()
  }
}
