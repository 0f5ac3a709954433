/**
 * Notifies every node of topics (`topics.ts`) that have changed, so that caches can be invalidated. A change increments
 * the topic's revision inside its transaction. After the commit, listeners in this process are notified directly, and
 * other nodes by PostgreSQL's NOTIFY with polling as a fallback (`postgres-feed.ts`). Receivers skip revisions that they
 * have already seen, so a change that arrives both ways is delivered once.
 */
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'
import type { Topic } from './topics.ts'

type ChangeListener = (topics: readonly string[]) => void

/** A topic and its new revision: the number of its changes so far. */
export type Change = { topic: string; revision: number }

export type ChangeFeed = {
  /** Calls the listener with the topics that changed. Returns an unsubscribe function. */
  subscribe(listener: ChangeListener): () => void
  /** Notifies the listeners in this process. */
  notifyListeners(changes: readonly Change[]): void
  /** Returns the milliseconds since this node last polled for other nodes' changes; 0 on a single node. */
  millisecondsSincePoll(): number
  /** Stops receiving changes from other nodes. */
  close(): Promise<void>
}

/** The PostgreSQL LISTEN/NOTIFY channel. */
export const NOTIFY_CHANNEL = 'zhijian_changes'

/**
 * Increments the revisions of topics inside a transaction, notifies other nodes if `shouldNotifyNodes`, and returns the
 * new revisions.
 */
export async function incrementTopicRevisions(
  db: Transaction<Tables>,
  topics: readonly Topic[],
  { shouldNotifyNodes }: { shouldNotifyNodes: boolean },
): Promise<Change[]> {
  const changes: Change[] = []
  // Sorted, so that transactions changing the same topics cannot deadlock.
  for (const topic of [...topics].sort()) {
    const { revision } = await db
      .insertInto('changes')
      .values({ name: topic, revision: 1 })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet((eb) => ({ revision: eb('changes.revision', '+', 1) })),
      )
      .returning('revision')
      .executeTakeFirstOrThrow()
    changes.push({ topic, revision })
    if (!shouldNotifyNodes) continue
    // `postgres-feed.ts` parses this format.
    const payload = `${revision} ${topic}`
    await db
      .selectNoFrom((eb) => eb.fn('pg_notify', [eb.val(NOTIFY_CHANNEL), eb.val(payload)]).as('notified'))
      .execute()
  }
  return changes
}

/**
 * Creates the function by which a transaction locks topics until it ends; other transactions that lock or change them
 * wait. It returns the topic's revision. Topics are locked in alphabetical order, so that transactions can't deadlock;
 * another order throws, and so does any test of the code. Lock them before the rows whose changes they announce.
 */
export function createTopicLock(db: Kysely<Tables>): (topic: Topic) => Promise<number> {
  const locked = new Set<Topic>()
  return (topic) => {
    const later = locked.has(topic) ? undefined : [...locked].find((other) => other > topic)
    if (later !== undefined) throw new Error(`the topic ${topic} must be locked before ${later}`)
    locked.add(topic)
    return lockTopic(db, topic)
  }
}

async function lockTopic(db: Kysely<Tables>, topic: Topic): Promise<number> {
  const { revision } = await db
    .insertInto('changes')
    .values({ name: topic, revision: 0 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet((eb) => ({ revision: eb.ref('changes.revision') })))
    .returning('revision')
    .executeTakeFirstOrThrow()
  return revision
}

/** Creates the change feed of an installation with a single process. */
export function createInProcessFeed(): ChangeFeed {
  const listeners = new Set<ChangeListener>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    notifyListeners(changes) {
      if (changes.length === 0) return
      const topics = changes.map(({ topic }) => topic)
      for (const listener of listeners) listener(topics)
    },
    millisecondsSincePoll: () => 0,
    close: async () => {},
  }
}
