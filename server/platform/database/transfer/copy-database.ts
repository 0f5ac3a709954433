import { buildDatabase } from './build-database.ts'
import { type DatabaseLocation, openSnapshot } from './snapshot.ts'
import { createTableSum, type TableSum, toLine } from './table-rows.ts'

/**
 * Copies a snapshot of a database into an empty one of either kind, and verifies each table's rows by reading the copy
 * back. Throws before the commit if they differ. Returns the checksums of the tables.
 */
export async function copyDatabase(source: DatabaseLocation, target: DatabaseLocation): Promise<TableSum[]> {
  const snapshot = await openSnapshot(source)
  try {
    return await buildDatabase(target, snapshot, async (insert) => {
      const sums: TableSum[] = []
      for (const table of snapshot.tables) {
        const sum = createTableSum(table.name)
        for await (const rows of snapshot.read(table)) {
          for (const row of rows) sum.add(toLine(row))
          await insert(table, rows)
        }
        sums.push(sum.finish())
      }
      return sums
    })
  } finally {
    await snapshot.close()
  }
}
