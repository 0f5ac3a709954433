/**
 * The change feed between nodes on one PostgreSQL: one connection that listens, and that asks every second what has
 * changed. The question finds what a lost notification should have said, and that the connection itself is lost.
 */
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { type Change, type ChangeFeed, createInProcessFeed, NOTIFY_CHANNEL } from './change-feed.ts'

const POLL_MS = 1_000
const TIMEOUT_MS = 5_000
/** Between attempts to connect, doubled each time. */
const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 5_000

/** By this name its connection is known on the server. */
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
  let heardAt = performance.now()
  for (const { topic, revision } of await connection.listRevisions()) delivered.set(topic, revision)

  /** Publishes what comes, until the connection is lost. */
  async function follow(): Promise<void> {
    try {
      while (!closing.signal.aborted) {
        const askedAt = performance.now()
        notifyListeners(await connection.listRevisions())
        heardAt = askedAt
        await Promise.race([pause(POLL_MS, closing.signal), connection.end])
      }
    } finally {
      connection.close()
    }
  }

  async function reconnect(): Promise<void> {
    for (let pauseMs = FIRST_PAUSE_MS; !closing.signal.aborted; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      // Nodes that lost their connections together don't come back together.
      await pause(pauseMs * (0.5 + Math.random() / 2), closing.signal)
      try {
        connection = await connect(url, notifyListeners)
        return
      } catch {
        // The database is away; the revisions tell what changed meanwhile.
      }
    }
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      await follow().catch(() => {})
      await reconnect()
    }
    connection.close()
  }

  const running = run()
  return {
    subscribe: local.subscribe,
    notifyListeners,
    millisecondsSincePoll: () => performance.now() - heardAt,
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
  // Not awaited: the farewell to a server that is gone is never answered.
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
