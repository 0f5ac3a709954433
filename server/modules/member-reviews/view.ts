/** Converts rows of reviews to the views of readers, authors and moderators, field by field. */

import type { AbuseReport } from '#contracts/abuse-reports/abuse-report.ts'
import type { Assignment } from '#contracts/assignments/assignment.ts'
import type { ModeratedReview } from '#contracts/member-reviews/moderation.ts'
import {
  type OwnReview,
  type PublicReview,
  type ReviewContent,
  ReviewContentSchema,
  type VendorReply,
} from '#contracts/member-reviews/review.ts'
import { getMeanRating } from '#contracts/rules/reviews/review-summary.ts'
import { calculateReviewWeight } from '#contracts/rules/reviews/review-weight.ts'
import { isDeclarationRequired, type VendorProfile } from '#server/modules/vendors/service.ts'
import type { ReviewProofsTable } from '#server/platform/database/tables/reviews.ts'
import { toRatedReview } from './review-columns.ts'
import type { ReviewRow, ReviewWithContext } from './store.ts'

const toContent = (json: unknown): ReviewContent => ReviewContentSchema.parse(json)

const toReply = ({ replyText, replyBy, replyAt }: ReviewRow): VendorReply | null =>
  replyText === null || replyBy === null || replyAt === null ? null : { text: replyText, by: replyBy, at: replyAt }

/** Returns a published review for readers, without its author unless they chose to be named. */
export function toPublicReview(row: ReviewRow & { authorName: string | null }, now: Date): PublicReview {
  const { isAnonymous, ...content } = toContent(row.publishedJson)
  const rated = toRatedReview(row)
  return {
    ...content,
    id: row.id,
    author: isAnonymous ? null : row.authorName,
    rating: Math.round(getMeanRating(content.ratings) * 10) / 10,
    isVerified: row.isVerified,
    isSample: row.isSample,
    isEdited: row.isEdited,
    weight: Math.round(calculateReviewWeight(rated, now) * 100) / 100,
    helpful: row.helpful,
    reply: toReply(row),
    writtenAt: rated.writtenAt,
  }
}

/** Returns whether a review's product is visible to visitors. */
export const isProductVisible = ({ isProductActive, productDeletedAt }: ReviewWithContext): boolean =>
  isProductActive && productDeletedAt === null

const toProduct = (row: ReviewWithContext) => ({
  id: row.productId,
  catalogue: row.catalogue,
  name: row.productName,
  isActive: isProductVisible(row),
})
const toProof = (proof: ReviewProofsTable | undefined) => (proof ? { name: proof.name, size: proof.size } : null)

/** Returns a review for its author. */
export const toOwnReview = (row: ReviewWithContext, proof: ReviewProofsTable | undefined): OwnReview => ({
  id: row.id,
  product: toProduct(row),
  status: row.status,
  content: toContent(row.contentJson),
  isPublished: row.publishedJson !== null,
  reason: row.reason,
  isVerified: row.isVerified,
  proof: toProof(proof),
  helpful: row.helpful,
  reply: toReply(row),
  submittedAt: row.submittedAt,
  version: row.version,
})

type ModerationContext = {
  proof: ReviewProofsTable | undefined
  vendor: VendorProfile
  sameAddressCount: number
  assignment: Assignment
  reports: AbuseReport[]
}

/** Returns a review for moderators. */
export function toModeratedReview(
  row: ReviewWithContext,
  { proof, vendor, sameAddressCount, assignment, reports }: ModerationContext,
): ModeratedReview {
  const { authorName: name, authorEmail: email, authorCompany: company } = row
  const author = name === null || email === null ? null : { name, email, company: company ?? '' }
  return {
    id: row.id,
    product: toProduct(row),
    status: row.status,
    content: toContent(row.contentJson),
    published: row.publishedJson === null ? null : toContent(row.publishedJson),
    isVerified: row.isVerified,
    isSample: row.isSample,
    author: author && { ...author, isEmailVerified: row.authorEmailVerifiedAt !== null },
    isVendorRelated: author !== null && isDeclarationRequired(author, vendor),
    sameAddress: sameAddressCount,
    proof: toProof(proof),
    reply: toReply(row),
    helpful: row.helpful,
    reason: row.reason,
    submittedAt: row.submittedAt,
    assignment,
    reports,
    decidedAt: row.decidedAt,
    decidedBy: row.decidedBy === null ? null : { id: row.decidedBy, name: row.decidedByName ?? '' },
    version: row.version,
  }
}
