import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import pg from 'pg'
import { DatabaseUnavailableError } from './database-unavailable.ts'

/**
 * SQLSTATEs of an unavailable server: connection exceptions (08), shutting down or starting (57P0), out of memory (53200)
 * or connections (53300), and a cancelled query (57014), which only the statement timeout cancels.
 */
const UNAVAILABLE = /^(08...|57P0.|53200|53300|57014)$/
/** After a failover, an old connection may lead to a read-only server. */
const READ_ONLY_SERVER = '25006'

/** Returns the server's error, as `DatabaseUnavailableError` if it isn't about the statement. */
const toConnectionError = (error: pg.DatabaseError): Error =>
  UNAVAILABLE.test(error.code ?? '') || error.code === READ_ONLY_SERVER ? new DatabaseUnavailableError(error) : error

/** Returns whether the connection can't be used after this error. */
const isFatal = ({ severity, code }: pg.DatabaseError): boolean => severity === 'FATAL' || code === READ_ONLY_SERVER

/** A client checked out from the pool. After a fatal error it rejects every query and isn't reused. */
export class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  #failure: DatabaseUnavailableError | undefined
  #isReleased = false
  /** When the pending query was sent, by `performance.now()`; `undefined` if no query is pending. */
  pendingSince: number | undefined

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
    // Also for a rollback, whose own error on a dead connection would hide the original one.
    if (this.#failure) throw this.#failure
    this.pendingSince = performance.now()
    try {
      const { rows, command, rowCount } = await this.#client.query(sql, [...parameters])
      return command === 'SELECT' || rowCount === null ? { rows } : { rows, numAffectedRows: BigInt(rowCount) }
    } catch (error) {
      if (error instanceof pg.DatabaseError && isFatal(error)) this.#fail(error)
      throw this.#failure ?? (error instanceof pg.DatabaseError ? toConnectionError(error) : error)
    } finally {
      this.pendingSince = undefined
    }
  }

  /** Closes the connection: the pending query fails, and the pool can open another connection. */
  destroy(reason: string): void {
    this.#fail(new Error(reason))
    this.release()
  }

  /** Returns the client to the pool, which closes it after a fatal error. Returns whether it is healthy. */
  release(): boolean {
    if (!this.#isReleased) {
      this.#isReleased = true
      this.#client.off('error', this.#fail)
      this.#client.release(this.#failure)
    }
    return this.#failure === undefined
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('streaming is not supported')
  }
}

/** Returns the server's process id of a connected client, a property missing from the driver's types. */
export const findProcessId = (client: object): number | undefined =>
  'processID' in client && typeof client.processID === 'number' ? client.processID : undefined
