import type { DraftKind } from '#contracts/vocabulary.ts'
import type { Topic } from '#server/platform/database/topics.ts'

/** Returns the change feed's topic for a document's draft. Its revision is that of the newest draft that was saved. */
export const getDraftTopic = (kind: DraftKind): Topic => `content-draft:${kind}`

/** The columns of a draft that isn't scheduled. */
export const NOT_SCHEDULED = {
  scheduledAt: null,
  scheduledBy: null,
  scheduledByName: null,
  replacesRevision: null,
  isConfirmed: false,
} as const
