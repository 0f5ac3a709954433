/**
 * Tells every node what has changed, by names such as `content:home` or `catalogue:agent`. A change is counted in the
 * transaction that makes it, told to this process after its commit, and to the others by PostgreSQL's NOTIFY, with a
 * poll of the counts as the net below it.
 */
import type { Kysely, Transaction } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

export type ChangeListener = (names: readonly string[]) => void

export type ChangeFeed = {
  /** Calls the listener with the names that changed; gives back what ends it. */
  listen(listener: ChangeListener): () => void
  /** Tells this process. */
  tell(names: readonly string[]): void
  close(): Promise<void>
}

const CHANNEL = 'zhijian_changes'
const POLL_MS = 1_000

/** Counts changes inside the transaction that makes them. */
export async function countChanges(tx: Transaction<Tables>, names: readonly string[], notify: boolean): Promise<void> {
  for (const name of [...names].sort()) {
    await tx
      .insertInto('changes')
      .values({ name, revision: 1 })
      .onConflict((row) => row.column('name').doUpdateSet((eb) => ({ revision: eb('changes.revision', '+', 1) })))
      .execute()
    if (notify) await tx.selectNoFrom((eb) => eb.fn('pg_notify', [eb.val(CHANNEL), eb.val(name)]).as('told')).execute()
  }
}

/** The feed of a process that has the database to itself. */
export function createLocalFeed(): ChangeFeed {
  const listeners = new Set<ChangeListener>()
  return {
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell(names) {
      for (const listener of listeners) listener(names)
    },
    close: async () => {},
  }
}

/** The feed of one node among several on one PostgreSQL. */
export async function createPostgresFeed(url: string, db: Kysely<Tables>): Promise<ChangeFeed> {
  const local = createLocalFeed()
  const seen = new Map((await countsOf(db)).map(({ name, revision }) => [name, revision]))
  let client = await listening(url, (name) => local.tell([name]))
  let isPolling = false

  async function poll() {
    if (isPolling) return
    isPolling = true
    try {
      const changed = (await countsOf(db)).filter(({ name, revision }) => seen.get(name) !== revision)
      for (const { name, revision } of changed) seen.set(name, revision)
      if (changed.length > 0) local.tell(changed.map(({ name }) => name))
      client ??= await listening(url, (name) => local.tell([name]))
    } catch {
      client = undefined
    } finally {
      isPolling = false
    }
  }

  const timer = setInterval(poll, POLL_MS)
  timer.unref()
  return {
    ...local,
    async close() {
      clearInterval(timer)
      await client?.end()
    },
  }
}

const countsOf = (db: Kysely<Tables>) => db.selectFrom('changes').select(['name', 'revision']).execute()

async function listening(url: string, tell: (name: string) => void): Promise<pg.Client | undefined> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    client.on('notification', ({ payload }) => payload && tell(payload))
    client.on('error', () => {})
    await client.query(`listen ${CHANNEL}`)
    return client
  } catch {
    return undefined
  }
}
