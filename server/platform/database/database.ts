import { CamelCasePlugin, type Dialect, Kysely, sql, type Transaction } from 'kysely'
import { type Change, type ChangeFeed, createInProcessFeed, incrementRevisions, lockName } from './change-feed.ts'
import { columnsPlugin } from './columns-plugin.ts'
import { DatabaseUnavailableError } from './database-unavailable.ts'
import { migrate } from './migrate.ts'
import { isPostgresUniqueViolation, isUnstorableText, postgresDialect } from './postgres.ts'
import { createPostgresFeed } from './postgres-feed.ts'
import { createPostgresPool, type PoolStatistics, type PostgresPool } from './postgres-pool.ts'
import { isSqliteUniqueViolation, sqliteDialect } from './sqlite.ts'
import { createStatementWatch, type StatementListener } from './statement-watch.ts'
import { isStorageFull } from './storage-full.ts'
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
  /** Returns whether there was no space for the last write, and is none for another. */
  isFull(): Promise<boolean>
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

export { DatabaseUnavailableError, isStorageFull, isUnstorableText }

/** SQLite in a file or in memory. The database is migrated when this returns. Throws as `migrate` does. */
export async function openSqliteDatabase(path: string): Promise<Database> {
  const db = await openMigrated(sqliteDialect(path), 'sqlite')
  return assemble('sqlite', db, { changes: createInProcessFeed(), notify: false })
}

/** PostgreSQL by address. The database is migrated when this returns. Throws as `migrate` does. */
export async function openPostgresDatabase(url: string): Promise<Database> {
  // A migration may take longer than any request, or wait for that of another node.
  const patient = await openMigrated(postgresDialect(createPostgresPool(url, { isPatient: true })), 'postgres')
  await patient.db.destroy()
  const pool = createPostgresPool(url)
  const changes = await createPostgresFeed(url)
  return assemble('postgres', connect(postgresDialect(pool)), { changes, notify: true, pool })
}

/** Opens an embedded PostgreSQL, such as PGlite, by its dialect; this process is its only node. */
export async function openEmbeddedPostgres(dialect: Dialect): Promise<Database> {
  const db = await openMigrated(dialect, 'postgres')
  return assemble('postgres', db, { changes: createInProcessFeed(), notify: false })
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

type Feed = { changes: ChangeFeed; notify: boolean; pool?: PostgresPool }

function assemble(kind: Database['kind'], { db, statements }: Connected, { changes, notify, pool }: Feed): Database {
  const space = watchSpace(db)
  return {
    kind,
    isFull: space.isFull,
    read: db,
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
          touch(...names) {
            for (const name of names) touched.add(name)
          },
          lock: (name) => lockName(tx, name),
        })
        counted = await incrementRevisions(tx, [...touched], notify)
        return value
      })
      const result = await space.note(transaction)
      changes.publish(counted)
      return result
    },
    async close() {
      await changes.close()
      await db.destroy()
    },
  }
}

/** A row of the claims, and so much text in it: small writes may still find room when there is none. */
const PROBE = 'storage-probe'
const PROBE_BYTES = 256 * 1024
const PROBE_EVERY_MS = 5_000

/** Notes whether writes find space. Once one has found none, a trial says when there is some again. */
function watchSpace(db: Kysely<Tables>) {
  let hasFailed = false
  let lastProbe = Number.NEGATIVE_INFINITY

  async function probe(): Promise<void> {
    const until = 'x'.repeat(PROBE_BYTES)
    await db
      .insertInto('claims')
      .values({ name: PROBE, until })
      .onConflict((row) => row.column('name').doUpdateSet({ until }))
      .execute()
    await db.deleteFrom('claims').where('name', '=', PROBE).execute()
    hasFailed = false
  }

  return {
    async note<Result>(write: Promise<Result>): Promise<Result> {
      try {
        const result = await write
        // It found room, which is reason for the next trial.
        lastProbe = Number.NEGATIVE_INFINITY
        return result
      } catch (error) {
        if (isStorageFull(error)) hasFailed = true
        throw error
      }
    },
    async isFull(): Promise<boolean> {
      if (hasFailed && performance.now() - lastProbe > PROBE_EVERY_MS) {
        lastProbe = performance.now()
        await probe().catch(() => {})
      }
      return hasFailed
    },
  }
}
