import { MEMBER_REVIEW_MESSAGES as MESSAGES } from '#contracts/member-reviews/messages.ts'
import { notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { isOwnReview, isPublishedOn } from './policy.ts'
import { findReview, type ReviewWithContext } from './store.ts'

/** Returns a review. Throws `notFound`. */
export async function getReview(db: Queryable, id: string): Promise<ReviewWithContext> {
  const review = await findReview(db, id)
  if (!review) throw notFound(MESSAGES.notFound)
  return review
}

/** Returns a published review of a product. Throws `notFound`, including for a review of another product. */
export async function getPublishedReview(db: Queryable, productId: string, id: string): Promise<ReviewWithContext> {
  const review = await getReview(db, id)
  authorize(isPublishedOn(review, productId), notFound(MESSAGES.notFound))
  return review
}

/** Returns a member's own review. Throws `notFound`, including for another member's review. */
export async function getOwnReview(db: Queryable, id: string, userId: string): Promise<ReviewWithContext> {
  const review = await getReview(db, id)
  authorize(isOwnReview(review, userId), notFound(MESSAGES.notFound))
  return review
}
