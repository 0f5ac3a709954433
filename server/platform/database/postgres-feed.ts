/**
 * The change feed between nodes of one PostgreSQL: a connection that listens for notifications and polls all revisions
 * every second. Polling recovers lost notifications and detects a lost connection.
 */
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { type Change, type ChangeFeed, createInProcessFeed, NOTIFY_CHANNEL } from './change-feed.ts'

const POLL_MS = 1_000
const TIMEOUT_MS = 5_000
/** Exponential backoff between attempts to connect. */
const MIN_PAUSE_MS = 200
const MAX_PAUSE_MS = 5_000

/** The name of the feed's connection on the server. */
export const FEED_APPLICATION = 'zhijian-changes'

/** Creates the feed of one of several nodes. Throws if the database can't be reached. */
export async function createPostgresFeed(url: string): Promise<ChangeFeed> {
  const local = createInProcessFeed()
  const delivered = new Map<string, number>()
  const closing = new AbortController()

  function notifyListeners(changes: readonly Change[]) {
    const unseen = changes.filter(({ topic, revision }) => revision > (delivered.get(topic) ?? 0))
    for (const { topic, revision } of unseen) delivered.set(topic, revision)
    local.notifyListeners(unseen)
  }

  let connection = await connect(url, notifyListeners)
  let lastPolledAt = performance.now()
  try {
    for (const { topic, revision } of await connection.listRevisions()) delivered.set(topic, revision)
  } catch (error) {
    connection.close()
    throw error
  }

  /** Polls and publishes changes until the connection is lost. */
  async function poll(): Promise<void> {
    try {
      while (!closing.signal.aborted) {
        const startedAt = performance.now()
        notifyListeners(await connection.listRevisions())
        lastPolledAt = startedAt
        await Promise.race([pause(POLL_MS, closing.signal), connection.end])
      }
    } finally {
      connection.close()
    }
  }

  async function reconnect(): Promise<void> {
    for (let pauseMs = MIN_PAUSE_MS; !closing.signal.aborted; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      // Jitter, so that nodes that lost their connections together don't reconnect together.
      await pause(pauseMs * (0.5 + Math.random() / 2), closing.signal)
      try {
        connection = await connect(url, notifyListeners)
        return
      } catch {
        // The database is unavailable. Changes made meanwhile are found by their revisions.
      }
    }
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      await poll().catch(() => {})
      await reconnect()
    }
    connection.close()
  }

  const running = run()
  return {
    subscribe: local.subscribe,
    notifyListeners,
    millisecondsSincePoll: () => performance.now() - lastPolledAt,
    async close() {
      closing.abort()
      await running
    },
  }
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  setTimeout(milliseconds, undefined, { signal, ref: false }).catch(() => {})

/** Opens the listening connection. Throws if that fails. */
async function connect(url: string, notifyListeners: (changes: Change[]) => void) {
  const client = new pg.Client({
    connectionString: url,
    application_name: FEED_APPLICATION,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    keepAlive: true,
  })
  client.on('notification', ({ payload }) => notifyListeners(parsePayload(payload)))
  // An unhandled 'error' event would end the process; 'end' follows and is handled.
  client.on('error', () => {})
  const end = new Promise<void>((resolve) => client.once('end', resolve))
  // Not awaited, since a dead server never acknowledges it.
  const close = () => void client.end().catch(() => {})
  try {
    await client.connect()
    await client.query(`listen ${NOTIFY_CHANNEL}`)
  } catch (error) {
    close()
    throw error
  }
  return {
    end,
    close,
    async listRevisions(): Promise<Change[]> {
      return (await client.query<Change>('select name as topic, revision from changes')).rows
    },
  }
}

function parsePayload(payload: string | undefined): Change[] {
  const [, revision, topic] = /^(\d+) (.+)$/.exec(payload ?? '') ?? []
  return topic === undefined ? [] : [{ topic, revision: Number(revision) }]
}
