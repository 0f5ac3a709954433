import { memberReviewCalls } from '#contracts/member-reviews/calls.ts'
import type { ReviewRatings } from '#contracts/member-reviews/choices.ts'
import type { ModeratedReview } from '#contracts/member-reviews/moderation.ts'
import { type ReviewCreate, ReviewCreateSchema, type ReviewReceived } from '#contracts/member-reviews/review.ts'
import type { TestApp } from '../test-app.ts'

/** Returns the same rating for all five dimensions. */
export const createEqualRatings = (rating: number): ReviewRatings => ({
  ability: rating,
  usability: rating,
  integration: rating,
  service: rating,
  value: rating,
})

/** A valid review with a value in every field: the example of the API description. */
export const REVIEW: Readonly<ReviewCreate> = ReviewCreateSchema.parse(memberReviewCalls.create.example)

/** Submits a review of an agent product as a member. */
export const submitReview = (
  { services }: TestApp,
  product: string,
  authorId: string,
  content: Partial<ReviewCreate> = {},
): Promise<ReviewReceived> =>
  services.memberReviews.create(
    { catalogue: 'agent', productIdOrName: product },
    { ...REVIEW, ...content },
    { id: authorId, name: '', ip: null },
  )

/** Approves a review as a reviewer. */
export const publishReview = (
  { services }: TestApp,
  { id, version }: Pick<ReviewReceived, 'id' | 'version'>,
): Promise<ModeratedReview> =>
  services.memberReviews.moderation.decide(
    id,
    { version, status: 'published', reason: '', isVerified: false, unpublishesEarlierText: false },
    { id: 'reviewer', name: '李明', role: 'reviewer', ip: null },
  )
