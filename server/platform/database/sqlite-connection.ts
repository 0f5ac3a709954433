import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { type CompiledQuery, type DatabaseConnection, type QueryResult, SelectQueryNode } from 'kysely'
import { yieldToEventLoop } from '../event-loop.ts'
import { createLogSync } from './log-sync.ts'
import { UnwritableError } from './storage-failure.ts'
import { startWalCheckpoints, type WalCheckpoints } from './wal-checkpoints.ts'

/**
 * Limits of the prepared-statement cache. Long statements insert many rows: they take far longer to run than to
 * prepare, each number of rows is another statement, and a cached statement keeps its last parameters in memory. A full
 * cache drops the statement that was used longest ago: what is loaded at the first start alone would fill it for good.
 */
const MAX_CACHED_STATEMENTS = 500
const MAX_CACHED_SQL_LENGTH = 4_000

/** `synchronous = normal`: a commit leaves its flush to `createLogSync`, after which it survives a power failure. */
const PRAGMAS = `
  pragma journal_mode = wal;
  pragma synchronous = normal;
  pragma foreign_keys = on;
  pragma busy_timeout = 5000;
`

/** The mode of the log is that of the file. */
const READ_PRAGMAS = 'pragma busy_timeout = 5000'

type SqliteOptions = {
  isReadOnly?: boolean
  /** The bytes of a database's file, with which one in memory begins. */
  content?: Uint8Array | undefined
}

/** The connection to a database in a file, which is created together with its folder if missing, or in `:memory:`. */
export class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  readonly #log: ReturnType<typeof createLogSync> | undefined
  readonly #checkpoints: WalCheckpoints | undefined
  readonly #assertSameFile: (() => void) | undefined

  constructor(path: string, { isReadOnly = false, content }: SqliteOptions = {}) {
    const isFile = path !== ':memory:'
    if (isFile && !isReadOnly) mkdirSync(dirname(path), { recursive: true })
    this.#database = new DatabaseSync(path, { readOnly: isReadOnly })
    if (content) this.#database.deserialize(content)
    this.#database.exec(isReadOnly ? READ_PRAGMAS : PRAGMAS)
    if (!isFile || isReadOnly) return
    this.#log = createLogSync(path)
    this.#checkpoints = startWalCheckpoints(this.#database, path)
    this.#assertSameFile = createFileIdentityCheck(path)
  }

  async executeQuery<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
    // Statements are synchronous: without yielding, a long transaction would block the event loop.
    await yieldToEventLoop()
    // A transaction is checked when it commits.
    if (!this.#database.isTransaction && !SelectQueryNode.is(query)) this.#assertSameFile?.()
    const statement = this.#prepare(sql)
    const values = parameters.map(toSqlValue)
    // The driver can't check the declared column types.
    if (statement.columns().length > 0) return { rows: statement.all(...values) as Row[] }
    const { changes, lastInsertRowid } = statement.run(...values)
    if (!this.#database.isTransaction) await this.#log?.flush()
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  async *streamQuery<Row>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    // Not a cached statement: executing it again during the iteration would reset the iterator.
    for (const row of this.#database.prepare(sql).iterate(...parameters.map(toSqlValue))) {
      await yieldToEventLoop()
      yield { rows: [row as Row] }
    }
  }

  begin(): void {
    this.#database.exec('begin')
  }

  /** Resolves once the transaction is on the disk. Throws if the file was removed or replaced: nothing would be saved. */
  async commit(): Promise<void> {
    this.#assertSameFile?.()
    this.#log?.assertFlushed()
    this.#database.exec('commit')
    await this.#log?.flush()
    this.#checkpoints?.afterCommit()
  }

  /** If the disk is full, SQLite has rolled back by itself: a second rollback would hide the original error. */
  rollback(): void {
    if (this.#database.isTransaction) this.#database.exec('rollback')
  }

  async close(): Promise<void> {
    await this.#checkpoints?.close()
    await this.#log?.close()
    this.#database.close()
  }

  #prepare(sql: string): StatementSync {
    const cached = this.#statements.get(sql)
    const statement = cached ?? this.#database.prepare(sql)
    if (sql.length > MAX_CACHED_SQL_LENGTH) return statement
    if (cached) this.#statements.delete(sql)
    const [oldest] = this.#statements.keys()
    if (this.#statements.size >= MAX_CACHED_STATEMENTS && oldest !== undefined) this.#statements.delete(oldest)
    this.#statements.set(sql, statement)
    return statement
  }
}

function toSqlValue(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value === null || typeof value === 'number' || typeof value === 'string' || typeof value === 'bigint')
    return value
  if (value === undefined) return null
  if (value instanceof Uint8Array) return value
  throw new TypeError(`a ${typeof value} can't be bound to a statement`)
}

/**
 * Returns a function that throws `UnwritableError` if a path no longer refers to the same file as now. After the file
 * is deleted or replaced, an open handle still writes to the old one: those writes would be lost, and the checkpoint
 * thread, which opens the path again, would copy the log into the wrong file.
 */
function createFileIdentityCheck(path: string): () => void {
  const opened = statSync(path)
  return () => {
    const current = statSync(path, { throwIfNoEntry: false })
    if (current?.ino === opened.ino && current.dev === opened.dev) return
    throw new UnwritableError(
      `${path} was removed or replaced while it was open: restore it, or restart the server to use the current file`,
    )
  }
}
