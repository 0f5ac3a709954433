import { type Clock, getLatestPossibleTime, timestamp } from '../clock.ts'
import type { Database, Transaction } from './database.ts'

/**
 * Claims a job that only one node should run (a lease). Returns whether the caller got the claim. Claims aren't
 * released: they expire after `durationMs`, even if the node has died.
 */
export async function claim(database: Database, clock: Clock, name: string, durationMs: number): Promise<boolean> {
  const end = new Date(clock.now().getTime() + durationMs)
  return database.write((transaction) => claimUntil(transaction, clock, name, { end, maxMs: durationMs }))
}

/**
 * Claims a job until a time, inside the caller's transaction: a rollback also undoes the claim. `maxMs` is the longest
 * that a claim of this job lasts; one that ends later was made by a clock that was ahead, and has no effect.
 */
export async function claimUntil(
  { db }: Transaction,
  clock: Clock,
  name: string,
  { end, maxMs }: { end: Date; maxMs: number },
): Promise<boolean> {
  const until = end.toISOString()
  const now = timestamp(clock)
  const claimed = await db
    .insertInto('claims')
    .values({ name, until })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ until })
        .where((eb) =>
          eb.or([eb('claims.until', '<=', now), eb('claims.until', '>', getLatestPossibleTime(now, maxMs))]),
        ),
    )
    .returning('name')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Returns when the last claim of a job expires; `undefined` if it was never claimed. */
export const findClaimEnd = async ({ read }: Database, name: string): Promise<string | undefined> =>
  (await read.selectFrom('claims').select('until').where('name', '=', name).executeTakeFirst())?.until
