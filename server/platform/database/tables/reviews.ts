/** Members' reviews of products, with their proofs and helpful marks. */
import type { Generated } from 'kysely'
import type { Affiliation, MemberReviewStatus, ReplyAuthor } from '#contracts/member-reviews/choices.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Json } from './json.ts'

export type ReviewTables = {
  memberReviews: MemberReviewsTable
  reviewProofs: ReviewProofsTable
  reviewHelpfulMarks: ReviewHelpfulMarksTable
}

/** One review per member and product. `content…` is the last submission, `published…` what readers see. */
export type MemberReviewsTable = {
  id: string
  productId: string
  /** The product's catalogue, which never changes. */
  catalogue: Generated<Catalogue>
  /** The product's number, which never changes either. */
  productNumber: Generated<number | null>
  /** Counts the rows in the order of their insertion; text index and search results identify the row by it. */
  ordinal: Generated<number>
  /** `null` for sample reviews. */
  userId: string | null
  isSample: boolean
  status: MemberReviewStatus
  /** `ReviewContent` as last submitted. */
  contentJson: Json
  /** `buildSearchLines` of the review's texts. */
  searchText: string
  /** `ReviewContent` that readers see. */
  publishedJson: Json | null
  /** The mean of the five ratings. */
  publishedRating: number | null
  /** The five ratings, one digit each, in the order of `REVIEW_DIMENSIONS`. */
  publishedRatings: string | null
  /** The number of `OPTIONAL_REVIEW_PARTS` that are filled in. */
  publishedParts: number | null
  publishedAffiliation: Affiliation | null
  /** When the published content was submitted. */
  writtenAt: string | null
  /** Whether a moderator has verified a proof for the published content. */
  isVerified: boolean
  /** Whether the published content has replaced earlier published content. */
  isEdited: boolean
  /** Why the review was rejected. */
  reason: string
  /** Keyed hash of the network of the last submission; deleted after `MEMBER_REVIEWS.sameAddressDays`. */
  addressHash: string
  /** The number of `reviewHelpfulMarks`. */
  helpful: Generated<number>
  replyText: string | null
  replyBy: ReplyAuthor | null
  replyAt: string | null
  /** The decision's mail in the outbox, if one was queued. */
  decisionMailId: string | null
  /** Who moderates it; may be disabled or deleted by now. */
  assigneeId: Generated<string | null>
  assignmentDueAt: Generated<string | null>
  decidedAt: string | null
  decidedBy: string | null
  /** The moderator's name at that time. */
  decidedByName: string | null
  submittedAt: string
  createdAt: string
  updatedAt: string
  /** Counts the changes by author and moderators. */
  version: Generated<number>
}

/** Files that prove the use of a product; unclaimed ones are deleted after a day. */
export type ReviewProofsTable = {
  id: string
  userId: string
  reviewId: string | null
  /** The key in the file store. */
  fileKey: string
  name: string
  size: number
  createdAt: string
}

type ReviewHelpfulMarksTable = { reviewId: string; userId: string; createdAt: string }
