/**
 * Publishes to every node what has changed, by names such as `content:home` or `catalogue:agent`. A change is counted in
 * the transaction that makes it, published in this process after its commit, and in the others by PostgreSQL's NOTIFY,
 * with a poll of the counts as the net below it. The count says what was published before, so that each is once.
 */
import type { Kysely, Transaction } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

export type ChangeListener = (names: readonly string[]) => void

/** A name, and how often what stands under it has changed. */
export type Change = { name: string; revision: number }

export type ChangeFeed = {
  /** Calls the listener with the names that changed. Returns an unsubscribe function. */
  subscribe(listener: ChangeListener): () => void
  /** Calls this process's listeners with what they have not heard of yet. */
  publish(changes: readonly Change[]): void
  close(): Promise<void>
}

const CHANNEL = 'zhijian_changes'
const POLL_MS = 1_000

/** Counts changes inside the transaction that makes them. Returns them with their new counts. */
export async function countChanges(
  tx: Transaction<Tables>,
  names: readonly string[],
  notify: boolean,
): Promise<Change[]> {
  const changes: Change[] = []
  // In one order everywhere: two transactions that touch the same names never wait for each other in a circle.
  for (const name of [...names].sort()) {
    const { revision } = await tx
      .insertInto('changes')
      .values({ name, revision: 1 })
      .onConflict((row) => row.column('name').doUpdateSet((eb) => ({ revision: eb('changes.revision', '+', 1) })))
      .returning('revision')
      .executeTakeFirstOrThrow()
    changes.push({ name, revision })
    if (!notify) continue
    const payload = `${revision} ${name}`
    await tx.selectNoFrom((eb) => eb.fn('pg_notify', [eb.val(CHANNEL), eb.val(payload)]).as('notified')).execute()
  }
  return changes
}

/**
 * Locks a name to the transaction's end: others that ask for it wait, and so do changes under it. Names are asked for
 * in alphabetical order, and before the rows that they stand for. Returns how often the name has changed.
 */
export async function lockName(tx: Transaction<Tables>, name: string): Promise<number> {
  const { revision } = await tx
    .insertInto('changes')
    .values({ name, revision: 0 })
    .onConflict((row) => row.column('name').doUpdateSet((eb) => ({ revision: eb.ref('changes.revision') })))
    .returning('revision')
    .executeTakeFirstOrThrow()
  return revision
}

/** The feed of a process that has the database to itself. */
export function createLocalFeed(): ChangeFeed {
  const listeners = new Set<ChangeListener>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    publish(changes) {
      if (changes.length === 0) return
      const names = changes.map(({ name }) => name)
      for (const listener of listeners) listener(names)
    },
    close: async () => {},
  }
}

/** The feed of one node among several on one PostgreSQL. */
export async function createPostgresFeed(url: string, db: Kysely<Tables>): Promise<ChangeFeed> {
  const local = createLocalFeed()
  const delivered = new Map((await listCounts(db)).map(({ name, revision }) => [name, revision]))
  let client: pg.Client | undefined
  let isPolling = false
  let isClosed = false

  function publish(changes: readonly Change[]) {
    const unseen = changes.filter(({ name, revision }) => revision > (delivered.get(name) ?? 0))
    for (const { name, revision } of unseen) delivered.set(name, revision)
    local.publish(unseen)
  }

  /** Listens again if the connection was lost; until that succeeds, changes arrive by the poll alone. */
  async function reconnect() {
    if (client || isClosed) return
    client = await connect(url, publish, (onLost) => {
      if (client === onLost) client = undefined
    })
    if (isClosed) await client?.end()
  }

  async function poll() {
    if (isPolling) return
    isPolling = true
    try {
      publish(await listCounts(db))
      await reconnect()
    } catch {
      // The database doesn't answer now; what changes meanwhile is in the counts when it does.
    } finally {
      isPolling = false
    }
  }

  await reconnect()
  const timer = setInterval(poll, POLL_MS)
  timer.unref()
  return {
    subscribe: local.subscribe,
    publish,
    async close() {
      isClosed = true
      clearInterval(timer)
      await client?.end()
    },
  }
}

const listCounts = (db: Kysely<Tables>) => db.selectFrom('changes').select(['name', 'revision']).execute()

/** A connection of its own that listens; `undefined` if there is none to be had now. */
async function connect(
  url: string,
  publish: (changes: Change[]) => void,
  onLost: (client: pg.Client) => void,
): Promise<pg.Client | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true })
  client.on('notification', ({ payload }) => publish(parsePayload(payload)))
  // Without a listener a lost connection would end the process. What follows it is 'end'.
  client.on('error', () => {})
  client.on('end', () => onLost(client))
  try {
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
    return client
  } catch {
    await client.end().catch(() => {})
    return undefined
  }
}

function parsePayload(payload: string | undefined): Change[] {
  const [, revision, name] = /^(\d+) (.+)$/.exec(payload ?? '') ?? []
  return name === undefined ? [] : [{ name, revision: Number(revision) }]
}
