/**
 * Publishes changes to every node, by topics such as `content:home` or `catalogue:agent`. A change increments the topic's
 * revision inside its transaction. It is published to this process after the commit, and to others by PostgreSQL's
 * NOTIFY, with polling as a fallback (`postgres-feed.ts`). The revision ensures that each change is delivered once.
 */
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

export type ChangeListener = (topics: readonly string[]) => void

/** A topic and its revision, the number of changes so far. */
export type Change = { topic: string; revision: number }

export type ChangeFeed = {
  /** Calls the listener with the topics that changed. Returns an unsubscribe function. */
  subscribe(listener: ChangeListener): () => void
  /** Calls this process's listeners with changes. */
  publish(changes: readonly Change[]): void
  /** Returns the milliseconds since this node last asked for the changes of others; 0 on a single node. */
  lag(): number
  /** Ends the subscription to other nodes. */
  close(): Promise<void>
}

/** The channel of PostgreSQL's notifications. */
export const CHANNEL = 'zhijian_changes'

/** Increments the revisions of topics inside a transaction, and notifies other nodes if there are any. Returns them. */
export async function incrementRevisions(
  tx: Transaction<Tables>,
  topics: readonly string[],
  { notifiesNodes }: { notifiesNodes: boolean },
): Promise<Change[]> {
  const changes: Change[] = []
  // Always in the same order, so that transactions that change the same topics cannot deadlock.
  for (const topic of [...topics].sort()) {
    const { revision } = await tx
      .insertInto('changes')
      .values({ name: topic, revision: 1 })
      .onConflict((row) => row.column('name').doUpdateSet((eb) => ({ revision: eb('changes.revision', '+', 1) })))
      .returning('revision')
      .executeTakeFirstOrThrow()
    changes.push({ topic, revision })
    if (!notifiesNodes) continue
    const payload = `${revision} ${topic}`
    await tx.selectNoFrom((eb) => eb.fn('pg_notify', [eb.val(CHANNEL), eb.val(payload)]).as('notified')).execute()
  }
  return changes
}

/**
 * Locks a topic until the transaction ends: others that lock or change it wait. Lock topics in alphabetical order, and
 * before their rows. Returns the topic's revision.
 */
export async function lockTopic(tx: Kysely<Tables>, topic: string): Promise<number> {
  const { revision } = await tx
    .insertInto('changes')
    .values({ name: topic, revision: 0 })
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
      const topics = changes.map(({ topic }) => topic)
      for (const listener of listeners) listener(topics)
    },
    lag: () => 0,
    close: async () => {},
  }
}
