import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import pg from 'pg'
import { DatabaseUnavailableError } from './database-unavailable.ts'

/** A connection lost, a server that is ending or starting, no connection or memory left, a statement that took too long. */
const UNAVAILABLE = /^(08...|57P0.|53200|53300|57014)$/
/** After a failover an old connection may lead to a server that only reads. */
const READ_ONLY_SERVER = '25006'

/** Returns the server's error, as `DatabaseUnavailableError` if it isn't about the statement. */
const interpretError = (error: pg.DatabaseError): Error =>
  UNAVAILABLE.test(error.code ?? '') || error.code === READ_ONLY_SERVER ? new DatabaseUnavailableError(error) : error

/** Returns whether the connection can't be used after this error. */
const isFatal = ({ severity, code }: pg.DatabaseError): boolean => severity === 'FATAL' || code === READ_ONLY_SERVER

/** A client between its taking from the pool and its release. One that has failed answers nothing, and isn't used again. */
export class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  #failure: DatabaseUnavailableError | undefined
  #isReleased = false
  /** When the query that has no answer yet was sent, by `performance.now()`. */
  waitsSince: number | undefined

  constructor(client: pg.PoolClient) {
    this.#client = client
    client.on('error', this.#fail)
  }

  /** The server's process for this connection; `undefined` if it is unknown. */
  get processId(): number | undefined {
    return findProcessId(this.#client)
  }

  readonly #fail = (error: unknown): void => {
    this.#failure ??= new DatabaseUnavailableError(error)
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    // A rollback on a dead connection would hide what it died of.
    if (this.#failure) throw this.#failure
    this.waitsSince = performance.now()
    try {
      const { rows, command, rowCount } = await this.#client.query(sql, [...parameters])
      return command === 'SELECT' || rowCount === null ? { rows } : { rows, numAffectedRows: BigInt(rowCount) }
    } catch (error) {
      if (error instanceof pg.DatabaseError && isFatal(error)) this.#fail(error)
      throw this.#failure ?? (error instanceof pg.DatabaseError ? interpretError(error) : error)
    } finally {
      this.waitsSince = undefined
    }
  }

  /** Breaks the connection off: what waits for an answer fails, and the pool has its place back. */
  abandon(reason: string): void {
    this.#fail(new Error(reason))
    this.release()
  }

  /** Returns the client to the pool, which keeps it only if it is sound. Returns whether it was. */
  release(): boolean {
    if (!this.#isReleased) {
      this.#isReleased = true
      this.#client.off('error', this.#fail)
      this.#client.release(this.#failure)
    }
    return this.#failure === undefined
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('nothing here reads in streams')
  }
}

/** Returns the server's process of a connected client, which the driver's types leave out. */
export const findProcessId = (client: object): number | undefined =>
  'processID' in client && typeof client.processID === 'number' ? client.processID : undefined
