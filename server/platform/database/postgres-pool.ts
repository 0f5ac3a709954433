import pg from 'pg'
import { repeat } from '../repeat.ts'
import { DatabaseUnavailableError } from './database-unavailable.ts'
import { listLostConnections } from './lost-connections.ts'
import { PostgresConnection } from './postgres-connection.ts'

const MAX_CONNECTIONS = 10
/** The limit of connecting, and of waiting for a free connection. */
const CONNECT_TIMEOUT_MS = 5_000
/** Shorter than our own timeout, so that the server cancels a statement before we close its connection. */
const STATEMENT_TIMEOUT_MS = 25_000
const RESULT_TIMEOUT_MS = 30_000
/** Limits how long a node that vanished in the middle of a transaction holds its locks. */
const IDLE_IN_TRANSACTION_MS = 60_000
const KEEP_ALIVE_MS = 10_000
/** After this time without a result, we ask the server whether it is still working on the query. */
const PROBE_AFTER_MS = 3_000
const WATCH_INTERVAL_MS = 1_000

/** The type of counts and sums, parsed as numbers, since their values are far below 2^53. */
const INT8 = 20
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
}

/** The number of connections, and of callers waiting for one. */
export type PoolStatistics = { size: number; idle: number; waiting: number }

export type PostgresPool = ReturnType<typeof createPostgresPool>

/**
 * Creates a pool that tolerates broken connections: their queries fail with `DatabaseUnavailableError`, and they are
 * replaced. `hasTimeouts` limits the time of statements; migrations need more.
 */
export function createPostgresPool(url: string, { hasTimeouts = true } = {}) {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    types,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...(hasTimeouts ? { statement_timeout: STATEMENT_TIMEOUT_MS } : {}),
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  })
  const inUse = new Set<PostgresConnection>()
  // Without listeners, a broken connection ends the process: idle ones emit 'error' on the pool, others on the client.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))

  /** Closes the idle connections: what broke one connection has probably broken them, too. */
  async function dropIdle(): Promise<void> {
    const clients = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()))
    for (const client of clients) client.release(true)
  }

  async function watch(): Promise<void> {
    const now = performance.now()
    const waiting = [...inUse].filter(({ pendingSince = now }) => now - pendingSince > PROBE_AFTER_MS)
    if (waiting.length === 0) return
    const overdue = hasTimeouts
      ? waiting.filter(({ pendingSince = now }) => now - pendingSince > RESULT_TIMEOUT_MS)
      : []
    for (const connection of overdue) connection.destroy(`no result within ${RESULT_TIMEOUT_MS / 1_000} s`)
    for (const connection of await listLostConnections(url, waiting)) connection.destroy('the connection was lost')
  }

  const watcher = repeat(WATCH_INTERVAL_MS, watch, () => {
    // The probe failed, too; the next round retries.
  })

  return {
    async connect(): Promise<PostgresConnection> {
      const client = await pool.connect().catch((error: unknown) => {
        throw new DatabaseUnavailableError(error)
      })
      const connection = new PostgresConnection(client)
      inUse.add(connection)
      return connection
    },
    async release(connection: PostgresConnection): Promise<void> {
      inUse.delete(connection)
      if (connection.release()) return
      // If connecting fails, no idle connections are left to close.
      await dropIdle().catch(() => {})
    },
    getStatistics: (): PoolStatistics => ({
      size: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async end(): Promise<void> {
      watcher.stop()
      await pool.end()
    },
  }
}
