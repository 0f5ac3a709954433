import { CamelCasePlugin, type Dialect, Kysely, sql, type Transaction } from 'kysely'
import type { StorageError } from '#contracts/errors.ts'
import { type Change, type ChangeFeed, createInProcessFeed, incrementTopicRevisions, lockTopic } from './change-feed.ts'
import { columnsPlugin } from './columns-plugin.ts'
import { DatabaseUnavailableError } from './database-unavailable.ts'
import { migrate } from './migrate.ts'
import { isPostgresUniqueViolation, isUnstorableText, postgresDialect } from './postgres.ts'
import { createPostgresFeed } from './postgres-feed.ts'
import { createPostgresPool, type PoolStatistics, type PostgresPool } from './postgres-pool.ts'
import { isSqliteUniqueViolation, sqliteDialect } from './sqlite.ts'
import { createStatementWatch, type StatementListener } from './statement-watch.ts'
import { findStorageFailure } from './storage-failure.ts'
import { createStorageWatch } from './storage-watch.ts'
import type { Tables } from './tables.ts'

/** The handle of store functions: the database, or the caller's transaction. */
export type Queryable = Kysely<Tables>

/** A transaction, and the topics that it changes. */
export type Write = {
  tx: Transaction<Tables>
  touch(...topics: string[]): void
  /** Locks a topic until the transaction ends; returns its revision. See `lockTopic`. */
  lock(topic: string): Promise<number>
}

/** The database at one moment. */
export type View = { read: Queryable; close(): Promise<void> }

export type Database = {
  kind: 'sqlite' | 'postgres'
  /** Reads outside a transaction. */
  read: Queryable
  /**
   * Opens a view of the database as it stands now, to be read in many steps while others go on writing. It has a
   * connection of its own and is to be closed; a database in memory has only one, and shows what is there at each step.
   */
  openView(): Promise<View>
  /**
   * Runs the callback in one transaction. Inside it only `tx` may be used: on SQLite the outer handle waits for the
   * transaction's end. The revisions of touched topics are incremented with it, and published to every node after the
   * commit.
   */
  write<Result>(callback: (write: Write) => Promise<Result>): Promise<Result>
  changes: ChangeFeed
  /** Returns why the last write was not possible, and another is not; `undefined` if it was, or is. */
  findFailure(): Promise<StorageError | undefined>
  /** Calls the listener after each statement, failed ones too. Returns an unsubscribe function. */
  onStatement(listener: StatementListener): () => void
  /** Returns the connections to a server; `undefined` if there is none. */
  connections(): PoolStatistics | undefined
  /** Throws if the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

export const isUniqueViolation = (error: unknown): boolean =>
  isSqliteUniqueViolation(error) || isPostgresUniqueViolation(error)

export { DatabaseUnavailableError, findStorageFailure, isUnstorableText }

/** SQLite in a file or in memory. The database is migrated when this returns. Throws as `migrate` does. */
export async function openSqliteDatabase(path: string): Promise<Database> {
  const db = await openMigrated(sqliteDialect(path), 'sqlite')
  const openView = path === ':memory:' ? undefined : () => openViewOn(sqliteDialect(path))
  return assemble('sqlite', db, { changes: createInProcessFeed(), notifyNodes: false, openView })
}

/** PostgreSQL by address. The database is migrated when this returns. Throws as `migrate` does. */
export async function openPostgresDatabase(url: string): Promise<Database> {
  // A migration may take longer than any request, or wait for that of another node.
  const patient = await openMigrated(postgresDialect(createPostgresPool(url, { isPatient: true })), 'postgres')
  await patient.db.destroy()
  const pool = createPostgresPool(url)
  const changes = await createPostgresFeed(url)
  const openView = () => openViewOn(postgresDialect(createPostgresPool(url)))
  return assemble('postgres', connect(postgresDialect(pool)), { changes, notifyNodes: true, pool, openView })
}

/** Opens an embedded PostgreSQL, such as PGlite, by its dialect; this process is its only node. */
export async function openEmbeddedPostgres(dialect: Dialect): Promise<Database> {
  const db = await openMigrated(dialect, 'postgres')
  return assemble('postgres', db, { changes: createInProcessFeed(), notifyNodes: false })
}

/** Between the tables as stores and migrations see them, and as they are. */
export const PLUGINS = [new CamelCasePlugin({ maintainNestedObjectKeys: true }), columnsPlugin]

type Connected = { db: Kysely<Tables>; statements: ReturnType<typeof createStatementWatch> }

function connect(dialect: Dialect): Connected {
  const statements = createStatementWatch()
  return { db: new Kysely<Tables>({ dialect, plugins: PLUGINS, log: statements.log }), statements }
}

async function openMigrated(dialect: Dialect, kind: Database['kind']): Promise<Connected> {
  const connected = connect(dialect)
  try {
    await migrate(connected.db, kind)
  } catch (error) {
    await connected.db.destroy()
    throw error
  }
  return connected
}

/** Opens a view on a connection of its own: the pool's are for requests that are soon over. */
async function openViewOn(dialect: Dialect): Promise<View> {
  const { db } = connect(dialect)
  try {
    const read = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
    // The first reading fixes the moment.
    await read.selectFrom('changes').select('revision').limit(1).execute()
    return {
      read,
      async close() {
        await read.rollback().execute()
        await db.destroy()
      },
    }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

type Parts = {
  changes: ChangeFeed
  notifyNodes: boolean
  pool?: PostgresPool
  openView?: (() => Promise<View>) | undefined
}

function assemble(kind: Database['kind'], { db, statements }: Connected, parts: Parts): Database {
  const { changes, notifyNodes, pool, openView } = parts
  const storage = createStorageWatch(db)
  return {
    kind,
    findFailure: storage.findFailure,
    read: db,
    openView: openView ?? (async () => ({ read: db, close: async () => {} })),
    changes,
    onStatement: statements.subscribe,
    connections: () => pool?.statistics(),
    async ping() {
      await sql`select 1`.execute(db)
    },
    async write(callback) {
      const touched = new Set<string>()
      let counted: Change[] = []
      const transaction = db.transaction().execute(async (tx) => {
        const value = await callback({
          tx,
          touch(...topics) {
            for (const topic of topics) touched.add(topic)
          },
          lock: (topic) => lockTopic(tx, topic),
        })
        counted = await incrementTopicRevisions(tx, [...touched], { notifyNodes })
        return value
      })
      const result = await storage.watch(transaction)
      changes.notifyListeners(counted)
      return result
    },
    async close() {
      await changes.close()
      await db.destroy()
    },
  }
}
