import type { StorageError } from '#contracts/errors.ts'
import { DatabaseUnavailableError, findStorageFailure } from './database/database.ts'

/** While an outage lasts everything fails alike: it is logged once in so long. */
const EVERY_MS = 60_000

type Log = { error(fields: { err: unknown }, message: string): void }

const OF_STORAGE: Readonly<Record<StorageError, string>> = {
  storageFull: 'there is no space left',
  storageReadOnly: 'the storage can be read, not written',
}

const findMessage = (error: unknown): string | undefined => {
  const failure = findStorageFailure(error)
  if (failure) return OF_STORAGE[failure]
  return error instanceof DatabaseUnavailableError ? 'the database is not available' : undefined
}

/** Returns a function that logs an error if it is due to an outage, and returns whether it is. */
export function createOutageLog(log: Log): (error: unknown) => boolean {
  const silentUntil = new Map<string, number>()
  return (error) => {
    const message = findMessage(error)
    if (message === undefined) return false
    const now = performance.now()
    if (now >= (silentUntil.get(message) ?? 0)) {
      silentUntil.set(message, now + EVERY_MS)
      log.error({ err: error }, message)
    }
    return true
  }
}
