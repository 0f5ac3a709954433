import type { Clock } from '../clock.ts'
import type { Database } from './database.ts'

/**
 * Takes a piece of work that one node does for all. Takes its name and for how long nobody else may take it; gives
 * whether the caller has it. Nobody gives it back: it runs out, also where its taker has died.
 */
export async function claim(database: Database, clock: Clock, name: string, forMs: number): Promise<boolean> {
  const now = clock.now()
  const until = new Date(now.getTime() + forMs).toISOString()
  const taken = await database.write(({ tx }) =>
    tx
      .insertInto('claims')
      .values({ name, until })
      .onConflict((row) => row.column('name').doUpdateSet({ until }).where('claims.until', '<=', now.toISOString()))
      .returning('name')
      .executeTakeFirst(),
  )
  return taken !== undefined
}
