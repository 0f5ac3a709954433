/**
 * Tells a connection that is lost from one whose query takes long. A network that drops packets ends no connection: both
 * ends would wait for minutes. The server is asked over a new connection whether it still works for the old one.
 */
import pg from 'pg'
import { findProcessId, type PostgresConnection } from './postgres-connection.ts'

const TIMEOUT_MS = 2_000

/** A server process that waits for us while we wait for it: question or answer was lost. It is ended, with its locks. */
const END_IDLE = `
  select pid, pg_terminate_backend(pid) from pg_stat_activity
  where pid = any($1) and state like 'idle%' and state_change < clock_timestamp() - interval '1 second'
    and usename = current_user and datname = current_database()`
const LIST_ALIVE = 'select pid from pg_stat_activity where pid = any($1)'

/** Returns those of the waiting connections from which no answer can come. Throws if the server can't be asked. */
export async function findLost(
  url: string,
  waiting: readonly PostgresConnection[],
): Promise<readonly PostgresConnection[]> {
  const questions = waiting.flatMap((connection) => {
    const { processId, waitsSince } = connection
    return processId === undefined ? [] : [{ connection, processId, waitsSince }]
  })
  if (questions.length === 0) return []
  const unanswered = await ask(
    url,
    questions.map(({ processId }) => processId),
  )
  // One that has got its answer meanwhile is sound.
  return questions
    .filter(
      ({ connection, processId, waitsSince }) => unanswered.has(processId) && connection.waitsSince === waitsSince,
    )
    .map(({ connection }) => connection)
}

async function ask(url: string, processIds: readonly number[]): Promise<ReadonlySet<number>> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    if (await isBehindPooler(client)) return new Set()
    const ended = await client.query<{ pid: number }>(END_IDLE, [processIds])
    const alive = await client.query<{ pid: number }>(LIST_ALIVE, [processIds])
    const working = new Set(alive.rows.map(({ pid }) => pid))
    for (const { pid } of ended.rows) working.delete(pid)
    return new Set(processIds).difference(working)
  } finally {
    // Not awaited: the farewell to a server that is gone is never answered.
    client.end().catch(() => {})
  }
}

/** A pooler between us and the server gives its own numbers to connections: nothing can be said by them. */
async function isBehindPooler(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid !== findProcessId(client)
}
