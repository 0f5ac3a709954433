import { CamelCasePlugin, type Dialect, Kysely, sql, type Transaction } from 'kysely'
import {
  type Change,
  type ChangeFeed,
  createInProcessFeed,
  createPostgresFeed,
  incrementRevisions,
  lockName,
} from './change-feed.ts'
import { columnsPlugin } from './columns-plugin.ts'
import { migrate } from './migrate.ts'
import { isPostgresUniqueViolation, isUnstorableText, postgresDialect } from './postgres.ts'
import { isSqliteUniqueViolation, sqliteDialect } from './sqlite.ts'
import type { Tables } from './tables.ts'

/** The handle of store functions: the database, or the caller's transaction. */
export type Queryable = Kysely<Tables>

/** A transaction, and the names that it changes. */
export type Write = {
  tx: Transaction<Tables>
  touch(...names: string[]): void
  /** Locks a name until the transaction ends; returns its revision. See `lockName`. */
  lock(name: string): Promise<number>
}

export type Database = {
  kind: 'sqlite' | 'postgres'
  /** Reads outside a transaction. */
  read: Queryable
  /**
   * Runs the callback in one transaction. Inside it only `tx` may be used: on SQLite the outer handle waits for the
   * transaction's end. The revisions of touched names are incremented with it, and published to every node after the
   * commit.
   */
  write<Result>(callback: (write: Write) => Promise<Result>): Promise<Result>
  changes: ChangeFeed
  /** Throws if the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

export const isUniqueViolation = (error: unknown): boolean =>
  isSqliteUniqueViolation(error) || isPostgresUniqueViolation(error)

export { isUnstorableText }

/** SQLite in a file or in memory. The database is migrated when this returns. Throws as `migrate` does. */
export async function openSqliteDatabase(path: string): Promise<Database> {
  const db = await openMigrated(sqliteDialect(path), 'sqlite')
  return assemble('sqlite', db, createInProcessFeed(), false)
}

/** PostgreSQL by address. The database is migrated when this returns. Throws as `migrate` does. */
export async function openPostgresDatabase(url: string): Promise<Database> {
  const db = await openMigrated(postgresDialect(url), 'postgres')
  return assemble('postgres', db, await createPostgresFeed(url, db), true)
}

/** Opens an embedded PostgreSQL, such as PGlite, by its dialect; this process is its only node. */
export async function openEmbeddedPostgres(dialect: Dialect): Promise<Database> {
  const db = await openMigrated(dialect, 'postgres')
  return assemble('postgres', db, createInProcessFeed(), false)
}

/** Between the tables as stores and migrations see them, and as they are. */
export const PLUGINS = [new CamelCasePlugin({ maintainNestedObjectKeys: true }), columnsPlugin]

async function openMigrated(dialect: Dialect, kind: Database['kind']): Promise<Kysely<Tables>> {
  const db = new Kysely<Tables>({ dialect, plugins: PLUGINS })
  try {
    await migrate(db, kind)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return db
}

function assemble(kind: Database['kind'], db: Kysely<Tables>, changes: ChangeFeed, notify: boolean): Database {
  return {
    kind,
    read: db,
    changes,
    async ping() {
      await sql`select 1`.execute(db)
    },
    async write(callback) {
      const touched = new Set<string>()
      let counted: Change[] = []
      const result = await db.transaction().execute(async (tx) => {
        const value = await callback({
          tx,
          touch(...names) {
            for (const name of names) touched.add(name)
          },
          lock: (name) => lockName(tx, name),
        })
        counted = await incrementRevisions(tx, [...touched], notify)
        return value
      })
      changes.publish(counted)
      return result
    },
    async close() {
      await changes.close()
      await db.destroy()
    },
  }
}
