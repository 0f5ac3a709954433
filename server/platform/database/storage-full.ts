import pg from 'pg'

/** SQLite's: no space for a page, and none for the index of its log. */
const SQLITE_CODES: readonly unknown[] = [13, 4874]
const POSTGRES_CODE = '53100'
const FILE_CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT']

/** Returns whether an error says that there is no space left: for the database, or for a file. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof pg.DatabaseError) return error.code === POSTGRES_CODE
  if ('errcode' in error) return SQLITE_CODES.includes(error.errcode)
  return 'code' in error && FILE_CODES.includes(error.code)
}
