import type { CommunityEvent } from '#contracts/documents/community.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { compareDocuments } from './compare.ts'
import { findDocument, getContentTopic, insertRevision } from './store.ts'

/** The events of the community's document before and after a change. */
export type EventLists = { before: readonly CommunityEvent[]; after: readonly CommunityEvent[] }

/**
 * Adds a revision of the community's document that records a change of single events, so that its history and whoever
 * edits the page know of it.
 */
export async function addEventsRevision(
  transaction: Transaction,
  { before, after }: EventLists,
  { actor, savedAt }: { actor: Actor; savedAt: string },
): Promise<void> {
  const row = await findDocument(transaction.db, 'community')
  const page: JsonObject = Object(row?.dataJson)
  const { texts: _, ...changes } = await compareDocuments({
    before: { upcomingEvents: before },
    after: { upcomingEvents: after },
  })
  await insertRevision(transaction.db, {
    kind: 'community',
    revision: (row?.revision ?? 0) + 1,
    data: page,
    snapshot: { ...page, upcomingEvents: after },
    changes,
    restoredFrom: null,
    savedAt,
    actor,
  })
  transaction.publish(getContentTopic('community'))
}
