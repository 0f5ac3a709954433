/** Returns the query plans of a task's statements. */
import { CompiledQuery } from 'kysely'
import { vi } from 'vitest'
import type { Database } from '#server/platform/database/database.ts'

/** Disabled because PostgreSQL prefers them on empty tables even if an index could be used. */
const DISABLED_SETTINGS = ['enable_seqscan', 'enable_sort', 'enable_incremental_sort', 'enable_bitmapscan']

/** Runs a task and returns the plans of the statements that it executes outside transactions. */
export async function explain(database: Database, task: (database: Database) => Promise<unknown>): Promise<string[]> {
  const executor = database.read.getExecutor()
  const execute = vi.spyOn(executor, 'executeQuery')
  await task(database)
  const queries = execute.mock.calls.map(([query]) => query)
  execute.mockRestore()
  const isSqlite = database.kind === 'sqlite'
  return database.write(async ({ db }) => {
    if (!isSqlite)
      for (const setting of DISABLED_SETTINGS) await db.executeQuery(CompiledQuery.raw(`set local ${setting} = off`))
    const plans: string[] = []
    for (const { sql, parameters } of queries) {
      const statement = `explain ${isSqlite ? 'query plan ' : ''}${sql}`
      const { rows } = await db.executeQuery(CompiledQuery.raw(statement, [...parameters]))
      plans.push(JSON.stringify(rows))
    }
    return plans
  })
}
