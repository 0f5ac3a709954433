/** What members follow, and when they get digests. */
import type { DigestFrequency, FollowKind } from '#contracts/follows/frequencies.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'

export type FollowTables = {
  follows: FollowsTable
  followDigests: FollowDigestsTable
}

export type FollowsTable = {
  id: string
  userId: string
  kind: FollowKind
  catalogue: Catalogue
  /** A product's id, or the query string of a list. */
  target: string
  /** The product's name when it was followed, for one that was deleted since. */
  name: string
  createdAt: string
  /** Until when the member has seen what changed. */
  seenAt: string
}

/** One row for each member who has ever followed anything. */
export type FollowDigestsTable = {
  userId: string
  frequency: DigestFrequency
  /** Until when the member was told what changed. */
  toldUntil: string
  /** When the next digest is due; `null` if none is wanted. */
  dueAt: string | null
}
