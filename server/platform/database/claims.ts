import type { Clock } from '../clock.ts'
import type { Database, Write } from './database.ts'

/**
 * Takes a piece of work that one node does for all. Takes its name and for how long nobody else may take it; gives
 * whether the caller has it. Nobody gives it back: it runs out, also where its taker has died.
 */
export async function claim(database: Database, clock: Clock, name: string, forMs: number): Promise<boolean> {
  const until = new Date(clock.now().getTime() + forMs)
  return database.write((write) => claimUntil(write, clock, name, until))
}

/** The same to a moment, inside the caller's transaction: what fails is free to be taken again. */
export async function claimUntil({ tx }: Write, clock: Clock, name: string, moment: Date): Promise<boolean> {
  const until = moment.toISOString()
  const now = clock.now().toISOString()
  const taken = await tx
    .insertInto('claims')
    .values({ name, until })
    .onConflict((row) => row.column('name').doUpdateSet({ until }).where('claims.until', '<=', now))
    .returning('name')
    .executeTakeFirst()
  return taken !== undefined
}

/** Until when a piece of work was last taken; `undefined` where it never was. */
export const claimedUntil = async ({ read }: Database, name: string): Promise<string | undefined> =>
  (await read.selectFrom('claims').select('until').where('name', '=', name).executeTakeFirst())?.until
