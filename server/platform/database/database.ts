import { CamelCasePlugin, type Dialect, Kysely, type Transaction as KyselyTransaction, sql } from 'kysely'
import type { StorageErrorCode } from '#contracts/errors.ts'
import {
  type Change,
  type ChangeFeed,
  createInProcessFeed,
  createTopicLock,
  incrementTopicRevisions,
} from './change-feed.ts'
import { columnsPlugin } from './columns-plugin.ts'
import { type DatabaseKind, getDatabaseKind } from './database-kind.ts'
import { getDialect } from './dialects/dialects.ts'
import { migrate } from './migrate.ts'
import { createPostgresDialect, isPostgresUniqueViolation } from './postgres-driver.ts'
import type { PoolStatistics, PostgresPool } from './postgres-pool.ts'
import {
  createSqliteCopyDialect,
  createSqliteDialect,
  createSqliteReadDialect,
  isSqliteUniqueViolation,
} from './sqlite-driver.ts'
import { createStatementEvents, type StatementEvents, type StatementListener } from './statement-events.ts'
import { createStorageMonitor } from './storage-monitor.ts'
import type { Tables } from './tables.ts'
import type { Topic } from './topics.ts'

/** What store functions query: the database or the caller's transaction. */
export type Queryable = Kysely<Tables>

/** A transaction, which publishes the topics of its changes after its commit. */
export type Transaction = {
  db: KyselyTransaction<Tables>
  publish(...topics: Topic[]): void
  /** Locks a topic until the transaction ends; returns its revision. See `createTopicLock`. */
  lock(topic: Topic): Promise<number>
  /**
   * Locks a name until the transaction ends; other transactions that lock it wait. For what isn't a topic, such as the
   * shortlists of one member. The name is stored nowhere.
   */
  lockName(name: string): Promise<void>
}

/** A consistent, read-only snapshot of the database. */
type DatabaseSnapshot = { read: Queryable; close(): Promise<void> }

export type Database = {
  kind: DatabaseKind
  /** Reads outside a transaction. */
  read: Queryable
  /**
   * Opens a consistent snapshot of the current data, to be read in many steps while others write. It uses its own
   * connection, and the caller must close it. An in-memory database has only one connection, so its snapshot isn't
   * isolated.
   */
  openSnapshot(): Promise<DatabaseSnapshot>
  /**
   * Runs the callback in a transaction. The callback must use only the transaction's `db`: `read` doesn't see its changes,
   * and would wait for its end in memory. Published topics are announced to every node after the commit.
   */
  write<Result>(callback: (transaction: Transaction) => Promise<Result>): Promise<Result>
  changes: ChangeFeed
  /** Returns why the storage currently refuses writes; `undefined` if it accepts them. */
  findFailure(): Promise<StorageErrorCode | undefined>
  /** Calls the listener after each statement, including failed ones. Returns an unsubscribe function. */
  onStatement(listener: StatementListener): () => void
  /** Returns the statistics of the connection pool; `undefined` without one. */
  getPoolStatistics(): PoolStatistics | undefined
  /** Throws if the database doesn't respond. */
  ping(): Promise<void>
  close(): Promise<void>
}

export const isUniqueViolation = (error: unknown): boolean =>
  isSqliteUniqueViolation(error) || isPostgresUniqueViolation(error)

/** Opens and migrates SQLite in a file or in memory. Throws as `migrate` does. */
export async function openSqliteDatabase(path: string): Promise<Database> {
  const connection = await openAndMigrate(createSqliteDialect(path))
  const options = { changes: createInProcessFeed(), shouldNotifyNodes: false }
  if (path === ':memory:') return createDatabase(connection, options)
  // On the connection of the transactions, all reads would wait for a long one.
  const readConnection = connect(createSqliteReadDialect(path))
  try {
    // Opens the file that the other connection has opened, even if it is moved away afterwards.
    await sql`select 1`.execute(readConnection.db)
  } catch (error) {
    await readConnection.db.destroy()
    await connection.db.destroy()
    throw error
  }
  return createDatabase(connection, {
    ...options,
    readConnection,
    openSnapshot: () => connectToSnapshot(createSqliteDialect(path)),
  })
}

/** Opens a copy in memory of a migrated SQLite database, given as the bytes of its file. */
export const openSqliteCopy = async (content: Uint8Array): Promise<Database> =>
  createDatabase(connect(createSqliteCopyDialect(content)), {
    changes: createInProcessFeed(),
    shouldNotifyNodes: false,
  })

/** Opens and migrates PostgreSQL by its URL. Throws as `migrate` does. */
export async function openPostgresDatabase(url: string): Promise<Database> {
  // Loaded here, since installations with SQLite need no client of PostgreSQL.
  const { createPostgresPool } = await import('./postgres-pool.ts')
  const { createPostgresFeed } = await import('./postgres-feed.ts')
  // A migration may take longer than any request, or wait for a migration by another node.
  const migrated = await openAndMigrate(createPostgresDialect(createPostgresPool(url, { hasTimeouts: false })))
  await migrated.db.destroy()
  // Before the pool, which nobody would close if this fails.
  const changes = await createPostgresFeed(url)
  const pool = createPostgresPool(url)
  const openSnapshot = () => connectToSnapshot(createPostgresDialect(createPostgresPool(url)))
  return createDatabase(connect(createPostgresDialect(pool)), {
    changes,
    shouldNotifyNodes: true,
    pool,
    openSnapshot,
  })
}

/** Opens an embedded PostgreSQL, such as PGlite, by its dialect; this process is its only node. */
export async function openEmbeddedPostgres(dialect: Dialect): Promise<Database> {
  const db = await openAndMigrate(dialect)
  return createDatabase(db, { changes: createInProcessFeed(), shouldNotifyNodes: false })
}

/** The plugins that convert between columns in the database and properties in the code. */
export const PLUGINS = [new CamelCasePlugin({ maintainNestedObjectKeys: true }), columnsPlugin]

type Connection = { db: Kysely<Tables>; statements: StatementEvents }

function connect(dialect: Dialect): Connection {
  const statements = createStatementEvents()
  return { db: new Kysely<Tables>({ dialect, plugins: PLUGINS, log: statements.log }), statements }
}

async function openAndMigrate(dialect: Dialect): Promise<Connection> {
  const connection = connect(dialect)
  try {
    await migrate(connection.db)
  } catch (error) {
    await connection.db.destroy()
    throw error
  }
  return connection
}

/** Opens a snapshot on its own connection: those of the pool are for short requests. */
async function connectToSnapshot(dialect: Dialect): Promise<DatabaseSnapshot> {
  const { db } = connect(dialect)
  try {
    const read = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
    // The first query fixes the snapshot.
    await read.selectFrom('changes').select('revision').limit(1).execute()
    return {
      read,
      async close() {
        try {
          await read.rollback().execute()
        } finally {
          await db.destroy()
        }
      },
    }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

type DatabaseOptions = {
  changes: ChangeFeed
  shouldNotifyNodes: boolean
  pool?: PostgresPool
  /** Reads outside of transactions use it, if transactions have a connection of their own. */
  readConnection?: Connection
  /** By default, for a database of one connection, a snapshot reads that connection and isn't isolated. */
  openSnapshot?: () => Promise<DatabaseSnapshot>
}

function createDatabase({ db, statements }: Connection, options: DatabaseOptions): Database {
  const { changes, shouldNotifyNodes, pool, readConnection, openSnapshot } = options
  const read = readConnection?.db ?? db
  const storage = createStorageMonitor(db)

  /** Runs a transaction. Returns its result, and the revisions of the topics that it has published. */
  const runTransaction = <Result>(
    callback: (transaction: Transaction) => Promise<Result>,
  ): Promise<{ result: Result; topicChanges: Change[] }> =>
    db.transaction().execute(async (trx) => {
      const publishedTopics = new Set<Topic>()
      const result = await callback({
        db: trx,
        publish(...topics) {
          for (const topic of topics) publishedTopics.add(topic)
        },
        lock: createTopicLock(trx),
        lockName: (name) => getDialect<Tables>(trx).lockName<Tables>(trx, name),
      })
      const topicChanges = await incrementTopicRevisions(trx, [...publishedTopics], { shouldNotifyNodes })
      return { result, topicChanges }
    })

  return {
    kind: getDatabaseKind(db),
    findFailure: storage.findFailure,
    read,
    openSnapshot: openSnapshot ?? (async () => ({ read, close: async () => {} })),
    changes,
    onStatement(listener) {
      const unsubscribes = [statements, readConnection?.statements].map((events) => events?.subscribe(listener))
      return () => {
        for (const unsubscribe of unsubscribes) unsubscribe?.()
      }
    },
    getPoolStatistics: () => pool?.getStatistics(),
    async ping() {
      await sql`select 1`.execute(read)
    },
    async write(callback) {
      const { result, topicChanges } = await storage.monitor(runTransaction(callback))
      changes.notifyListeners(topicChanges)
      return result
    },
    async close() {
      await changes.close()
      await readConnection?.db.destroy()
      await db.destroy()
    },
  }
}
