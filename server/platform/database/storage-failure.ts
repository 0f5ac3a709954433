import pg from 'pg'
import type { StorageError } from '#contracts/errors.ts'
import { DatabaseUnavailableError } from './database-unavailable.ts'

/** SQLite's: no space for a page, and none for the index of its log. */
const FULL_SQLITE: readonly unknown[] = [13, 4874]
/** SQLite's primary code of a file that can only be read, and its codes of a write, sync, cut or removal that failed. */
const READ_ONLY_SQLITE = 8
const UNWRITTEN_SQLITE: readonly unknown[] = [778, 1034, 1290, 1546, 2570]

const POSTGRES: Readonly<Record<string, StorageError>> = {
  '53100': 'storageFull',
  // A standby, or a server that was set so.
  '25006': 'storageReadOnly',
  '58030': 'storageReadOnly',
}
const FILES: Readonly<Record<string, StorageError>> = {
  ENOSPC: 'storageFull',
  EDQUOT: 'storageFull',
  EROFS: 'storageReadOnly',
}

/** A file could not be written: its folder belongs to somebody else, or the disk refuses. */
export class UnwritableError extends Error {
  override name = 'UnwritableError'
}

/** Returns why the database or a file could not be written; `undefined` if an error says nothing of that. */
export function findStorageFailure(error: unknown): StorageError | undefined {
  if (!(error instanceof Error)) return undefined
  // A server that can only be read is left for another connection, which may lead to one that can be written.
  if (error instanceof DatabaseUnavailableError) return findStorageFailure(error.cause)
  if (error instanceof UnwritableError) return 'storageReadOnly'
  if (error instanceof pg.DatabaseError) return POSTGRES[error.code ?? '']
  if ('errcode' in error) return findSqliteFailure(error.errcode)
  return 'code' in error && typeof error.code === 'string' ? FILES[error.code] : undefined
}

function findSqliteFailure(code: unknown): StorageError | undefined {
  if (FULL_SQLITE.includes(code)) return 'storageFull'
  const isReadOnly = typeof code === 'number' && (code & 0xff) === READ_ONLY_SQLITE
  return isReadOnly || UNWRITTEN_SQLITE.includes(code) ? 'storageReadOnly' : undefined
}
