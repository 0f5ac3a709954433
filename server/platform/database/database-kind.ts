import { type Kysely, SqliteAdapter } from 'kysely'

export type DatabaseKind = 'sqlite' | 'postgres'

/** Returns the kind of the database behind a connection or transaction. */
export const getDatabaseKind = <DB>(db: Kysely<DB>): DatabaseKind =>
  db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres'
