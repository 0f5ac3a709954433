import type { Kysely } from 'kysely'
import type { StorageError } from '#contracts/errors.ts'
import { findStorageFailure } from './storage-failure.ts'
import type { Tables } from './tables.ts'

/** A row of the claims, and so much text in it: small writes may still find room when there is none. */
const PROBE = 'storage-probe'
const PROBE_BYTES = 256 * 1024
const PROBE_EVERY_MS = 5_000

/** Watches whether writes succeed. Once the storage has refused one, a probe finds out when it takes another. */
export function createStorageWatch(db: Kysely<Tables>) {
  let failure: StorageError | undefined
  let lastProbe = Number.NEGATIVE_INFINITY

  async function probe(): Promise<void> {
    const until = 'x'.repeat(PROBE_BYTES)
    await db
      .insertInto('claims')
      .values({ name: PROBE, until })
      .onConflict((row) => row.column('name').doUpdateSet({ until }))
      .execute()
    await db.deleteFrom('claims').where('name', '=', PROBE).execute()
    failure = undefined
  }

  return {
    /** Returns the result of a write, and remembers why the storage refused it, if it did. */
    async watch<Result>(write: Promise<Result>): Promise<Result> {
      try {
        const result = await write
        // It was written, which is a reason to probe at once after the next failure.
        lastProbe = Number.NEGATIVE_INFINITY
        return result
      } catch (error) {
        failure = findStorageFailure(error) ?? failure
        throw error
      }
    },
    /** Returns why the storage refuses writes; `undefined` if it doesn't. */
    async findFailure(): Promise<StorageError | undefined> {
      if (failure && performance.now() - lastProbe > PROBE_EVERY_MS) {
        lastProbe = performance.now()
        await probe().catch(() => {})
      }
      return failure
    },
  }
}
