import pg from 'pg'
import { repeat } from '../repeat.ts'
import { DatabaseUnavailableError } from './database-unavailable.ts'
import { findLost } from './lost-connections.ts'
import { PostgresConnection } from './postgres-connection.ts'

const MAX_CONNECTIONS = 10
/** To connect, or to wait for a place among the connections. */
const CONNECT_TIMEOUT_MS = 5_000
/** The server ends a statement before we end its connection. */
const STATEMENT_TIMEOUT_MS = 25_000
const ANSWER_TIMEOUT_MS = 30_000
/** A node that vanished in the middle of a transaction leaves its locks no longer than this. */
const IDLE_IN_TRANSACTION_MS = 60_000
const KEEP_ALIVE_MS = 10_000
/** After so long without an answer we ask the server whether it still works on one. */
const PROBE_AFTER_MS = 3_000
const WATCH_MS = 1_000

/** Counts and sums come as int8; ours stay far below 2^53. */
const INT8 = 20
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
}

/** The connections to the server, and how many wait for one. */
export type PoolStatistics = { size: number; idle: number; waiting: number }

export type PostgresPool = ReturnType<typeof createPostgresPool>

/**
 * Creates a pool whose connections may break at any time: what used one fails with `DatabaseUnavailableError`, and it is
 * replaced. `isPatient` is for migrations, whose statements may take as long as they need.
 */
export function createPostgresPool(url: string, { isPatient = false } = {}) {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    types,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...(isPatient ? {} : { statement_timeout: STATEMENT_TIMEOUT_MS }),
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  })
  const inUse = new Set<PostgresConnection>()
  // Without a listener a broken connection ends the process: an idle one speaks through the pool, one in use for itself.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))

  /** Closes the connections that nobody uses: what broke one has probably broken them, too. */
  async function dropIdle(): Promise<void> {
    const clients = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()))
    for (const client of clients) client.release(true)
  }

  async function watch(): Promise<void> {
    const now = performance.now()
    const waiting = [...inUse].filter(({ waitsSince = now }) => now - waitsSince > PROBE_AFTER_MS)
    if (waiting.length === 0) return
    const late = isPatient ? [] : waiting.filter(({ waitsSince = now }) => now - waitsSince > ANSWER_TIMEOUT_MS)
    for (const connection of late) connection.abandon(`no answer within ${ANSWER_TIMEOUT_MS / 1_000} s`)
    for (const connection of await findLost(url, waiting)) connection.abandon('the connection was lost')
  }

  const watcher = repeat(WATCH_MS, watch, () => {
    // Asking failed, too: the next round asks again.
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
      // If none can be had, there is none to be closed.
      await dropIdle().catch(() => {})
    },
    statistics: (): PoolStatistics => ({
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
