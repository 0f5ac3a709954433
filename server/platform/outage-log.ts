import type { StorageErrorCode } from '#contracts/errors.ts'
import { DatabaseUnavailableError } from './database/database-unavailable.ts'
import { findStorageFailure } from './database/storage-failure.ts'

/** During an outage, all requests fail with the same error, so it is logged at most once per interval. */
const LOG_INTERVAL_MS = 60_000

type Log = { error(fields: { err: unknown }, message: string): void }

const STORAGE_MESSAGES: Readonly<Record<StorageErrorCode, string>> = {
  storageFull: 'no space left on the storage',
  storageReadOnly: 'the storage is read-only',
}

const findOutageMessage = (error: unknown): string | undefined => {
  const failure = findStorageFailure(error)
  if (failure) return STORAGE_MESSAGES[failure]
  return error instanceof DatabaseUnavailableError ? 'the database is not available' : undefined
}

/** Returns whether an error is caused by unavailable or full storage, so that other tasks would fail as well. */
export const isOutage = (error: unknown): boolean => findOutageMessage(error) !== undefined

/** Returns a function that logs an error if it is caused by an outage, and returns whether it is. */
export function createOutageLog(log: Log): (error: unknown) => boolean {
  const suppressedUntil = new Map<string, number>()
  return (error) => {
    const message = findOutageMessage(error)
    if (message === undefined) return false
    const now = performance.now()
    if (now >= (suppressedUntil.get(message) ?? 0)) {
      suppressedUntil.set(message, now + LOG_INTERVAL_MS)
      log.error({ err: error }, message)
    }
    return true
  }
}
