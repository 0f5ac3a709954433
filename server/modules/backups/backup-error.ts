import type { BackupFailure } from '#contracts/system/backup-failures.ts'
import { DatabaseUnavailableError } from '#server/platform/database/database-unavailable.ts'
import { SchemaVersionError } from '#server/platform/database/migrate.ts'
import { FileStoreError } from '#server/platform/files/file-store.ts'
import { ArchiveError } from './archive/format.ts'

/** Thrown if a backup fails. `failure` is the reason for the back office; the message is for the log and operators. */
export class BackupError extends Error {
  override name = 'BackupError'
  readonly failure: BackupFailure

  constructor(failure: BackupFailure, message: string, cause?: unknown) {
    super(message, { cause })
    this.failure = failure
  }
}

const FOLDER_FAILURE_BY_CODE: ReadonlyMap<unknown, BackupFailure> = new Map([
  ['ENOSPC', 'diskFull'],
  ['EDQUOT', 'diskFull'],
  ['ENOENT', 'folderMissing'],
  ['ENOTDIR', 'folderMissing'],
  ['EEXIST', 'folderMissing'],
  ['EACCES', 'folderNotPermitted'],
  ['EPERM', 'folderNotPermitted'],
  ['EROFS', 'folderReadOnly'],
])

const getMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))
const isSystemError = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'syscall' in error

/** Converts an error of the backup folder or of an archive in it. */
export const toFolderError = (error: unknown, message = getMessage(error)): BackupError =>
  new BackupError((isSystemError(error) && FOLDER_FAILURE_BY_CODE.get(error.code)) || 'unknown', message, error)

/** Converts an error of reading the database. A schema of another version is left to the caller. */
export function toDatabaseError(error: unknown): Error {
  if (error instanceof SchemaVersionError) return error
  const failure = error instanceof DatabaseUnavailableError ? 'databaseUnavailable' : 'databaseUnreadable'
  return new BackupError(failure, getMessage(error), error)
}

/** Converts an error of reading the uploaded files, from a folder or an object store. */
export function toFilesError(error: unknown): BackupError {
  if (error instanceof FileStoreError)
    return new BackupError(error.status < 500 ? 'storeRejected' : 'storeUnavailable', error.message, error)
  // Errors of the network have no system call themselves, only their cause does.
  return new BackupError(isSystemError(error) ? 'filesUnreadable' : 'storeUnavailable', getMessage(error), error)
}

/** Converts any other error of a backup, which comes from writing the archive or closing the snapshot. */
export function toBackupError(error: unknown): Error {
  if (error instanceof BackupError || error instanceof ArchiveError || error instanceof SchemaVersionError) return error
  return error instanceof DatabaseUnavailableError ? toDatabaseError(error) : toFolderError(error)
}
