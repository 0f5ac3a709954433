import { memberReviewCalls } from '#contracts/member-reviews/calls.ts'
import type { ReviewRatings } from '#contracts/member-reviews/choices.ts'
import { type ReviewCreate, ReviewCreateSchema } from '#contracts/member-reviews/review.ts'

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
