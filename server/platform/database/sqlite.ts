import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from 'kysely'
import { yieldToEventLoop } from '../event-loop.ts'
import { createFileIdentityCheck } from './file-in-place.ts'
import { startWalCheckpoints } from './wal-checkpoints.ts'

/** Creates a dialect for `:memory:` or a file; the file and its folder are created if missing. */
export function sqliteDialect(path: string): Dialect {
  return new TransactionalDialect(path)
}

/** Kysely disables it for SQLite, which does support it: an interrupted start leaves no half-applied migration. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Out of disk space, SQLite rolls back by itself: another rollback would fail and hide the original error. */
class TransactionalDriver extends SqliteDriver {
  readonly #opened: { database?: ReturnType<typeof openSqlite> }
  #yielding: DatabaseConnection | undefined

  constructor(path: string) {
    const opened: { database?: ReturnType<typeof openSqlite> } = {}
    super({
      async database() {
        opened.database = openSqlite(path)
        return opened.database
      },
    })
    this.#opened = opened
  }

  /** Statements are synchronous: without yielding, a long transaction would block the event loop. */
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    this.#yielding ??= {
      executeQuery: async (query) => {
        await yieldToEventLoop()
        return connection.executeQuery(query)
      },
      streamQuery: (query, size) => connection.streamQuery(query, size),
    }
    return this.#yielding
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection)
    this.#opened.database?.log?.afterCommit()
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#opened.database?.isInTransaction()) await super.rollbackTransaction(connection)
  }

  override async destroy(): Promise<void> {
    await this.#opened.database?.log?.close()
    await super.destroy()
  }
}

class TransactionalDialect extends SqliteDialect {
  readonly #path: string

  constructor(path: string) {
    super({ database: () => Promise.reject(new Error('the driver opens the database')) })
    this.#path = path
  }

  override createDriver(): Driver {
    return new TransactionalDriver(this.#path)
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalAdapter()
  }
}

/**
 * Limits of the prepared-statement cache. Long statements insert many rows: they take far longer to run than to
 * prepare, differ by the number of rows, and would retain their last values.
 */
const CACHED_STATEMENTS_MAX = 500
const CACHED_SQL_MAX_LENGTH = 4_000

/** Adapts `node:sqlite` to the interface of better-sqlite3, which Kysely's SQLite driver expects. */
function openSqlite(path: string) {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
  const database = new DatabaseSync(path)
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 5000',
  )
  const assertInPlace = path === ':memory:' ? () => {} : createFileIdentityCheck(path)
  const statements = new Map<string, StatementSync>()
  return {
    log: path === ':memory:' ? undefined : startWalCheckpoints(database, path),
    close: () => database.close(),
    isInTransaction: () => database.isTransaction,
    prepare(sql: string) {
      const statement = statements.get(sql) ?? database.prepare(sql)
      if (statements.size < CACHED_STATEMENTS_MAX && sql.length <= CACHED_SQL_MAX_LENGTH) statements.set(sql, statement)
      return {
        reader: statement.columns().length > 0,
        all: (parameters: readonly unknown[]) => statement.all(...toSqlValues(parameters)),
        iterate: (parameters: readonly unknown[]) => statement.iterate(...toSqlValues(parameters)),
        // Called for every commit, and for every write outside a transaction.
        run(parameters: readonly unknown[]) {
          if (sql !== 'rollback') assertInPlace()
          return statement.run(...toSqlValues(parameters))
        },
      }
    },
  }
}

function toSqlValues(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (typeof value === 'boolean') return value ? 1 : 0
    if (value === null || typeof value === 'number' || typeof value === 'string' || typeof value === 'bigint')
      return value
    if (value === undefined) return null
    if (value instanceof Uint8Array) return value
    throw new TypeError(`a ${typeof value} can't be bound to a statement`)
  })
}

/** Returns whether an error says that a unique index was violated. */
export const isSqliteUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && /^UNIQUE constraint failed/.test(error.message)
