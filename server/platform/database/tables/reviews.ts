/** Members' reviews of products, with their proofs and what readers think of them. */
import type { Generated } from 'kysely'
import type { Affiliation, MemberReviewStatus, ReplyAuthor } from '#contracts/member-reviews/choices.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Json } from './json.ts'

export type ReviewTables = {
  memberReviews: MemberReviewsTable
  reviewProofs: ReviewProofsTable
  reviewHelpfulMarks: ReviewHelpfulMarksTable
}

/** One of a member and a product. What readers see stands beside what was handed in last. */
export type MemberReviewsTable = {
  id: string
  productId: string
  /** The product's, which never changes. */
  catalogue: Generated<Catalogue>
  /** The product's, which never changes either. */
  productNumber: Generated<number | null>
  /** Counts up: later ones have greater numbers. Names the row in its index of words. */
  ordinal: Generated<number>
  /** None of a sample. */
  userId: string | null
  isSample: boolean
  status: MemberReviewStatus
  /** `ReviewContent` as it was handed in last. */
  contentJson: Json
  /** `buildSearchLines` of its texts. */
  searchText: string
  /** `ReviewContent` that readers see. */
  shownJson: Json | null
  /** The mean of its five ratings. */
  shownRating: number | null
  /** Its five ratings, a digit each, by `REVIEW_DIMENSIONS`. */
  shownRatings: string | null
  /** How many of `OPTIONAL_REVIEW_PARTS` it has. */
  shownParts: number | null
  shownAffiliation: Affiliation | null
  /** When what readers see was handed in. */
  writtenAt: string | null
  /** Whether a moderator has seen a proof for what readers see. */
  isVerified: boolean
  /** Whether what readers see has replaced something that they saw before. */
  isEdited: boolean
  /** Why it was refused. */
  reason: string
  /** SHA-256 of the network that it was last handed in from. */
  addressHash: string
  /** Counts `reviewHelpfulMarks`. */
  helpful: Generated<number>
  replyText: string | null
  replyBy: ReplyAuthor | null
  replyAt: string | null
  /** The mail of the verdict in the outbox, if one was queued. */
  verdictMailId: string | null
  decidedAt: string | null
  decidedBy: string | null
  /** The name that the moderator had then. */
  decidedByName: string | null
  submittedAt: string
  createdAt: string
  updatedAt: string
  /** Counts what author and moderators change. */
  version: Generated<number>
}

/** Files that prove the use of a product; those of no review yet wait for a day. */
export type ReviewProofsTable = {
  id: string
  userId: string
  reviewId: string | null
  /** In the file store. */
  fileKey: string
  name: string
  size: number
  createdAt: string
}

export type ReviewHelpfulMarksTable = { reviewId: string; userId: string; createdAt: string }
