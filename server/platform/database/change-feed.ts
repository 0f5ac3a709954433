/**
 * Publishes changes to every node, by names such as `content:home` or `catalogue:agent`. A change increments the name's
 * revision inside its transaction. It is published to this process after the commit, and to others by PostgreSQL's
 * NOTIFY, with polling as a fallback (`postgres-feed.ts`). The revision ensures that each change is delivered once.
 */
import type { Transaction } from 'kysely'
import type { Tables } from './tables.ts'

export type ChangeListener = (names: readonly string[]) => void

/** A name and its revision, the number of changes. */
export type Change = { name: string; revision: number }

export type ChangeFeed = {
  /** Calls the listener with the names that changed. Returns an unsubscribe function. */
  subscribe(listener: ChangeListener): () => void
  /** Calls this process's listeners with changes. */
  publish(changes: readonly Change[]): void
  /** Returns for how long, in milliseconds, changes of other nodes may have gone unheard; 0 if there are none. */
  lag(): number
  close(): Promise<void>
}

/** The channel of PostgreSQL's notifications. */
export const CHANNEL = 'zhijian_changes'

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
    lag: () => 0,
    close: async () => {},
  }
}
