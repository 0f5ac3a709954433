/**
 * Distinguishes a lost connection from a slow query. A network that drops packets doesn't close connections: both ends
 * would wait for minutes. A new connection asks the server whether it is still working on the old one's query.
 */
import pg from 'pg'
import { findProcessId, type PostgresConnection } from './postgres-connection.ts'

const TIMEOUT_MS = 2_000

/**
 * Terminates server processes that are idle while we wait for them: query or result was lost. This frees their locks.
 */
const TERMINATE_IDLE = `
  select pid, pg_terminate_backend(pid) from pg_stat_activity
  where pid = any($1) and state like 'idle%' and state_change < clock_timestamp() - interval '1 second'
    and usename = current_user and datname = current_database()`
const SELECT_ALIVE_PIDS = 'select pid from pg_stat_activity where pid = any($1)'

/** Returns the waiting connections that will never get a result. Throws if the server can't be queried. */
export async function listLostConnections(
  url: string,
  waiting: readonly PostgresConnection[],
): Promise<readonly PostgresConnection[]> {
  const probes = waiting.flatMap((connection) => {
    const { processId, pendingSince } = connection
    return processId === undefined ? [] : [{ connection, processId, pendingSince }]
  })
  if (probes.length === 0) return []
  const inactive = await listInactiveProcesses(
    url,
    probes.map(({ processId }) => processId),
  )
  // A connection that has received its result meanwhile is healthy.
  return probes
    .filter(
      ({ connection, processId, pendingSince }) => inactive.has(processId) && connection.pendingSince === pendingSince,
    )
    .map(({ connection }) => connection)
}

/** Returns those of the server's processes that are no longer working on a query. */
async function listInactiveProcesses(url: string, processIds: readonly number[]): Promise<ReadonlySet<number>> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    if (await isBehindPooler(client)) return new Set()
    const terminated = await client.query<{ pid: number }>(TERMINATE_IDLE, [processIds])
    const alive = await client.query<{ pid: number }>(SELECT_ALIVE_PIDS, [processIds])
    const working = new Set(alive.rows.map(({ pid }) => pid))
    for (const { pid } of terminated.rows) working.delete(pid)
    return new Set(processIds).difference(working)
  } finally {
    // Not awaited, since a dead server never acknowledges it.
    client.end().catch(() => {})
  }
}

/** Behind a connection pooler, process ids are the pooler's own, so they can't be compared with the server's. */
async function isBehindPooler(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid !== findProcessId(client)
}
