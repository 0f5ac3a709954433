/** Where a database is, for what opens, copies or replaces whole databases. */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Kysely } from 'kysely'
import { createPostgresDialect } from './postgres-driver.ts'
import { createPostgresPool } from './postgres-pool.ts'
import { createSqliteDialect } from './sqlite-driver.ts'

/** The location of a database: PostgreSQL's URL or SQLite's file. */
export type DatabaseLocation = { kind: 'postgres'; url: string } | { kind: 'sqlite'; file: string }

/** Returns the location of a database on a server. */
export const locateOnServer = (url: string): DatabaseLocation => ({ kind: 'postgres', url })

/** Returns the location of a database in a file. */
export const locateInFile = (file: string): DatabaseLocation => ({ kind: 'sqlite', file })

/** Returns the file that is the database; `undefined` if a server holds it. */
export const findDatabaseFile = (location: DatabaseLocation): string | undefined =>
  location.kind === 'sqlite' ? location.file : undefined

/** Returns the address of the server that holds a database, with the password; `undefined` if it is a file. */
export const findServerUrl = (location: DatabaseLocation): string | undefined =>
  location.kind === 'postgres' ? location.url : undefined

/** Tables whose names are known at run time only. */
export type AnyTables = Record<string, Record<string, unknown>>

/** Opens a database without migrating it. */
export const openDatabase = (location: DatabaseLocation): Kysely<AnyTables> =>
  new Kysely<AnyTables>({
    dialect:
      location.kind === 'postgres'
        ? createPostgresDialect(createPostgresPool(location.url))
        : createSqliteDialect(location.file),
  })

/** Returns whether a database may exist: for a file whether that does, since opening would create it. */
export function canDatabaseExist(location: DatabaseLocation): boolean {
  const file = findDatabaseFile(location)
  return file === undefined || existsSync(file)
}

/**
 * The endings of the files of a SQLite database. SQLite applies a log or journal to whatever database it finds beside it,
 * so all of them are moved and removed together.
 */
export const DATABASE_FILE_ENDINGS = ['', '-wal', '-shm', '-journal'] as const

/** Removes a database that is a file. */
export async function removeDatabaseFile(location: DatabaseLocation): Promise<void> {
  const file = findDatabaseFile(location)
  if (file === undefined) return
  for (const ending of DATABASE_FILE_ENDINGS) await rm(file + ending, { force: true })
}
