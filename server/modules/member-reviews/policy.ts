import type { ReviewerEligibility } from '#contracts/member-reviews/review.ts'
import type { Member } from '#server/modules/vendors/service.ts'
import type { ReviewRow } from './store.ts'

/**
 * Returns the reason why a user may not write reviews; `null` if they may. While mail can be sent, their email address
 * must be verified; otherwise nobody could verify one (docs/decisions/009), and moderators see that it isn't.
 */
export function findIneligibilityReason(
  { role, emailVerifiedAt }: Pick<Member, 'role' | 'emailVerifiedAt'>,
  canSendMail: boolean,
): ReviewerEligibility['ineligibilityReason'] {
  if (role !== 'member') return 'staff'
  return canSendMail && emailVerifiedAt === null ? 'unverifiedEmail' : null
}

/** Returns whether a review is a member's own. */
export const isOwnReview = ({ userId }: Pick<ReviewRow, 'userId'>, memberId: string): boolean => userId === memberId

/** Returns whether anybody may read a review. */
export const isPublished = ({ publishedJson }: Pick<ReviewRow, 'publishedJson'>): boolean => publishedJson !== null

/** Returns whether anybody may read a review on the page of a product. */
export const isPublishedOn = (
  review: Pick<ReviewRow, 'productId' | 'publishedJson'>,
  productId: string | null,
): boolean => review.productId === productId && isPublished(review)

/** Returns whether a reader may mark a review as helpful: anybody but its author. */
export const canMarkHelpful = (review: Pick<ReviewRow, 'userId'>, readerId: string): boolean =>
  !isOwnReview(review, readerId)

/** Returns whether a published review may be replied to, which is possible once. */
export const canReply = ({ replyText }: Pick<ReviewRow, 'replyText'>): boolean => replyText === null

/** Returns whether a user has reviews of their own, which staff don't. */
export const canHaveReviews = ({ role }: Pick<Member, 'role'>): boolean => role === 'member'
