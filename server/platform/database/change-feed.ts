/**
 * Publishes changes to every node, by names such as `content:home` or `catalogue:agent`. A change increments the name's
 * revision inside its transaction. It is published to this process after the commit, and to others by PostgreSQL's
 * NOTIFY, with polling as a fallback. The revision ensures that each change is delivered once.
 */
import type { Kysely, Transaction } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

export type ChangeListener = (names: readonly string[]) => void

/** A name and its revision, the number of changes. */
export type Change = { name: string; revision: number }

export type ChangeFeed = {
  /** Calls the listener with the names that changed. Returns an unsubscribe function. */
  subscribe(listener: ChangeListener): () => void
  /** Calls this process's listeners with changes that are new to them. */
  publish(changes: readonly Change[]): void
  close(): Promise<void>
}

const CHANNEL = 'zhijian_changes'
const POLL_MS = 1_000

/** Increments the revisions of names inside a transaction. Returns the new revisions. */
export async function incrementRevisions(
  tx: Transaction<Tables>,
  names: readonly string[],
  notify: boolean,
): Promise<Change[]> {
  const changes: Change[] = []
  // Always in the same order, so that transactions that change the same names cannot deadlock.
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
 * Locks a name until the transaction ends: others that lock or change it wait. Lock names in alphabetical order, and
 * before their rows. Returns the name's revision.
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

/** Creates the feed for a single process. */
export function createInProcessFeed(): ChangeFeed {
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

/** Creates the feed for one of several nodes on the same PostgreSQL. */
export async function createPostgresFeed(url: string, db: Kysely<Tables>): Promise<ChangeFeed> {
  const local = createInProcessFeed()
  const delivered = new Map((await listRevisions(db)).map(({ name, revision }) => [name, revision]))
  let client: pg.Client | undefined
  let isPolling = false
  let isClosed = false

  function publish(changes: readonly Change[]) {
    const unseen = changes.filter(({ name, revision }) => revision > (delivered.get(name) ?? 0))
    for (const { name, revision } of unseen) delivered.set(name, revision)
    local.publish(unseen)
  }

  /** Reconnects a lost listener; until that succeeds, changes arrive by polling. */
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
      publish(await listRevisions(db))
      await reconnect()
    } catch {
      // The database is unreachable; the next successful poll delivers what changed meanwhile.
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

const listRevisions = (db: Kysely<Tables>) => db.selectFrom('changes').select(['name', 'revision']).execute()

/** Opens a dedicated listening connection; `undefined` if that fails. */
async function connect(
  url: string,
  publish: (changes: Change[]) => void,
  onLost: (client: pg.Client) => void,
): Promise<pg.Client | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true })
  client.on('notification', ({ payload }) => publish(parsePayload(payload)))
  // An unhandled 'error' event would end the process; 'end' follows and is handled.
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
