import type { DraftKind } from '#contracts/vocabulary.ts'

/** The key of what a draft belongs to: a kind of document, or `product:` with the id of a product. */
export type DraftKey = DraftKind | `product:${string}`

/** The columns of a draft that isn't scheduled. */
export const NOT_SCHEDULED = {
  scheduledAt: null,
  scheduledBy: null,
  scheduledByName: null,
  replacesRevision: null,
  isConfirmed: false,
} as const
