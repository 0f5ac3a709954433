import type { Kysely } from 'kysely'
import type { StorageErrorCode } from '#contracts/errors.ts'
import { findStorageFailure } from './storage-failure.ts'
import type { Tables } from './tables.ts'

/** The probe writes a large row into the claims, since small writes may still succeed on a full disk. */
const PROBE = 'storage-probe'
const PROBE_BYTES = 256 * 1024
const PROBE_INTERVAL_MS = 5_000

/**
 * Creates a monitor that detects whether the storage accepts writes. After a failed write, a probe detects when it
 * accepts writes again.
 */
export function createStorageMonitor(db: Kysely<Tables>) {
  let failure: StorageErrorCode | undefined
  let lastProbe = Number.NEGATIVE_INFINITY

  async function probe(): Promise<void> {
    const until = 'x'.repeat(PROBE_BYTES)
    await db
      .insertInto('claims')
      .values({ name: PROBE, until })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ until }))
      .execute()
    await db.deleteFrom('claims').where('name', '=', PROBE).execute()
    failure = undefined
  }

  return {
    /** Returns the result of a write, and records a storage failure. */
    async monitor<Result>(write: Promise<Result>): Promise<Result> {
      try {
        const result = await write
        // After a success, the next failure is probed immediately.
        lastProbe = Number.NEGATIVE_INFINITY
        return result
      } catch (error) {
        failure = findStorageFailure(error) ?? failure
        throw error
      }
    },
    /** Returns why the storage refuses writes; `undefined` if it doesn't. */
    async findFailure(): Promise<StorageErrorCode | undefined> {
      if (failure && performance.now() - lastProbe > PROBE_INTERVAL_MS) {
        lastProbe = performance.now()
        await probe().catch(() => {})
      }
      return failure
    },
  }
}
