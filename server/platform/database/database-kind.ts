import { type Kysely, SqliteAdapter } from 'kysely'
import type { DATABASE_KINDS } from '#contracts/system/system.ts'

export type DatabaseKind = (typeof DATABASE_KINDS)[number]

/** Returns the kind of the database behind a connection or transaction. */
export const getDatabaseKind = <DB>(db: Kysely<DB>): DatabaseKind =>
  db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres'
