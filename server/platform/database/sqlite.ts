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
import { createPlaceCheck } from './file-in-place.ts'
import { keepLogShort } from './short-log.ts'

/** `:memory:` or a file's path; the file and its folder are made if they are not there. */
export function sqliteDialect(path: string): Dialect {
  return new TransactionalDialect(path)
}

/** SQLite rolls back the creation of tables, too: an interrupted start leaves no half of a migration. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Out of space, SQLite ends a transaction by itself: ending it again would hide why. */
class TransactionalDriver extends SqliteDriver {
  readonly #opened: { database?: ReturnType<typeof openSqlite> }
  #patient: DatabaseConnection | undefined

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

  /** A statement is done when it returns: those of a long transaction would all be one turn, in which nobody is answered. */
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    this.#patient ??= {
      executeQuery: async (query) => {
        await yieldToEventLoop()
        return connection.executeQuery(query)
      },
      streamQuery: (query, size) => connection.streamQuery(query, size),
    }
    return this.#patient
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
 * Prepared statements are kept. One of many rows takes far longer to run than to prepare, has as many forms as rows, and
 * would keep the values that it was last run with.
 */
const KEPT_STATEMENTS = 500
const KEPT_SQL = 4_000

/** `node:sqlite` in the shape that Kysely's SQLite driver asks for (better-sqlite3's). */
function openSqlite(path: string) {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
  const database = new DatabaseSync(path)
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 5000',
  )
  const assertInPlace = path === ':memory:' ? () => {} : createPlaceCheck(path)
  const statements = new Map<string, StatementSync>()
  return {
    log: path === ':memory:' ? undefined : keepLogShort(database, path),
    close: () => database.close(),
    isInTransaction: () => database.isTransaction,
    prepare(sql: string) {
      const statement = statements.get(sql) ?? database.prepare(sql)
      if (statements.size < KEPT_STATEMENTS && sql.length <= KEPT_SQL) statements.set(sql, statement)
      return {
        reader: statement.columns().length > 0,
        all: (parameters: readonly unknown[]) => statement.all(...toSqlValues(parameters)),
        iterate: (parameters: readonly unknown[]) => statement.iterate(...toSqlValues(parameters)),
        // Every commit comes through here, and what changes rows without a transaction.
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
