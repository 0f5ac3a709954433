import { type Dialect, type Driver, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { SqliteConnection } from './sqlite-connection.ts'

/** Creates a dialect for `:memory:` or a file; the file and its folder are created if missing. */
export const createSqliteDialect = (path: string): Dialect => createDialect(() => new SqliteDriver(path))

/** Creates a dialect for a database in memory that begins as a copy of another, given as the bytes of its file. */
export const createSqliteCopyDialect = (content: Uint8Array): Dialect =>
  createDialect(() => new SqliteDriver(':memory:', content))

/** Creates a dialect that only reads an existing file, and doesn't wait for the transactions of other connections. */
export const createSqliteReadDialect = (path: string): Dialect => createDialect(() => new SqliteReadDriver(path))

const createDialect = (createDriver: () => Driver): Dialect => ({
  createAdapter: () => new TransactionalDdlAdapter(),
  createDriver,
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})

/** SQLite can roll back DDL, and with it an interrupted migration; Kysely's adapter reports that it can't. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Uses Node's own SQLite; Kysely's driver expects better-sqlite3. */
class SqliteDriver implements Driver {
  readonly #path: string
  readonly #content: Uint8Array | undefined
  readonly #mutex = new Mutex()
  #connection: SqliteConnection | undefined

  constructor(path: string, content?: Uint8Array) {
    this.#path = path
    this.#content = content
  }

  async init(): Promise<void> {
    this.#connection = new SqliteConnection(this.#path, { content: this.#content })
  }

  /** Waits until the single connection is free. */
  async acquireConnection(): Promise<SqliteConnection> {
    if (!this.#connection) throw new Error('the driver has not been initialized')
    await this.#mutex.lock()
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    this.#mutex.unlock()
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    connection.begin()
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    await connection.commit()
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    connection.rollback()
  }

  async destroy(): Promise<void> {
    await this.#connection?.close()
  }
}

/** All reads share one connection at once: a statement takes one turn of the event loop, and sees what is committed. */
class SqliteReadDriver implements Driver {
  readonly #path: string
  #connection: SqliteConnection | undefined

  constructor(path: string) {
    this.#path = path
  }

  async init(): Promise<void> {
    this.#connection = new SqliteConnection(this.#path, { isReadOnly: true })
  }

  async acquireConnection(): Promise<SqliteConnection> {
    if (!this.#connection) throw new Error('the driver has not been initialized')
    return this.#connection
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(): Promise<void> {
    throw new Error('a transaction on the connection that all reads share')
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#connection?.close()
  }
}

/** Locks are granted in the order in which they were requested. */
class Mutex {
  readonly #waiting: (() => void)[] = []
  #isLocked = false

  async lock(): Promise<void> {
    if (this.#isLocked) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#isLocked = true
  }

  unlock(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#isLocked = false
  }
}

/** Extended result codes (https://sqlite.org/rescode.html). */
const SQLITE_CONSTRAINT_PRIMARYKEY = 1555
const SQLITE_CONSTRAINT_UNIQUE = 2067

/** Returns whether an error was caused by a violated unique index. */
export const isSqliteUniqueViolation = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  (error.errcode === SQLITE_CONSTRAINT_UNIQUE || error.errcode === SQLITE_CONSTRAINT_PRIMARYKEY)

/** The primary result code is the lowest byte of the extended one. */
const PRIMARY_CODE_MASK = 0xff

/** Returns whether an error has one of SQLite's primary result codes. */
export const hasSqliteCode = (error: unknown, codes: readonly number[]): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  codes.includes(error.errcode & PRIMARY_CODE_MASK)

/** `SQLITE_CORRUPT` and `SQLITE_NOTADB`. */
const DAMAGED_CODES = [11, 26]

/** Returns whether SQLite reported that its file is damaged or is no database. */
export const isDamagedDatabase = (error: unknown): error is Error => hasSqliteCode(error, DAMAGED_CODES)
