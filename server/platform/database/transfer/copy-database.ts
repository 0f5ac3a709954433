import { buildDatabase } from './build-database.ts'
import { type DatabasePlace, openSnapshot } from './snapshot.ts'
import { createTableSum, type TableSum, toLine } from './table-rows.ts'

/**
 * Copies a database, as it stands when this begins, into an empty one of either kind, and compares each table's rows with
 * what the copy gives back. Throws before anything is committed if they differ. Returns the sums of the tables.
 */
export async function copyDatabase(source: DatabasePlace, target: DatabasePlace): Promise<TableSum[]> {
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
