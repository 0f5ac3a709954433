import type { StorageErrorCode } from '#contracts/errors.ts'
import { DatabaseUnavailableError } from './database-unavailable.ts'

/** SQLITE_FULL, and SQLITE_IOERR_SHMSIZE: no space for the index of the write-ahead log. */
const SQLITE_FULL: readonly unknown[] = [13, 4874]
/** The primary code SQLITE_READONLY, and the SQLITE_IOERR codes of a failed write, sync, truncation or deletion. */
const SQLITE_READ_ONLY = 8
const SQLITE_WRITE_FAILED: readonly unknown[] = [778, 1034, 1290, 1546, 2570]

/** The codes are PostgreSQL's and the file system's. */
const FAILURES_BY_CODE: ReadonlyMap<unknown, StorageErrorCode> = new Map([
  ['53100', 'storageFull'],
  // A standby, or a server configured as read-only.
  ['25006', 'storageReadOnly'],
  ['58030', 'storageReadOnly'],
  ['ENOSPC', 'storageFull'],
  ['EDQUOT', 'storageFull'],
  ['EROFS', 'storageReadOnly'],
])

/** Thrown if a file can't be written because of its permissions, or because the disk rejects writes. */
export class UnwritableError extends Error {
  override name = 'UnwritableError'
}

/** Returns the storage failure that an error indicates; `undefined` for any other error. */
export function findStorageFailure(error: unknown): StorageErrorCode | undefined {
  if (!(error instanceof Error)) return undefined
  // The error of a read-only server is wrapped, since another connection may lead to a writable one.
  if (error instanceof DatabaseUnavailableError) return findStorageFailure(error.cause)
  if (error instanceof UnwritableError) return 'storageReadOnly'
  if ('errcode' in error) return findSqliteFailure(error.errcode)
  return 'code' in error ? FAILURES_BY_CODE.get(error.code) : undefined
}

function findSqliteFailure(code: unknown): StorageErrorCode | undefined {
  if (SQLITE_FULL.includes(code)) return 'storageFull'
  const isReadOnly = typeof code === 'number' && (code & 0xff) === SQLITE_READ_ONLY
  return isReadOnly || SQLITE_WRITE_FAILED.includes(code) ? 'storageReadOnly' : undefined
}
