import { memberReviewCalls } from '#contracts/member-reviews/calls.ts'
import type { ReviewRatings } from '#contracts/member-reviews/choices.ts'
import { type ReviewCreate, ReviewCreateSchema } from '#contracts/member-reviews/review.ts'

/** The same rating in all five dimensions. */
export const rateAll = (rating: number): ReviewRatings => ({
  ability: rating,
  usability: rating,
  integration: rating,
  service: rating,
  value: rating,
})

/** A review that is right in every field and says all that can be said: the one that the API description shows. */
export const REVIEW: Readonly<ReviewCreate> = ReviewCreateSchema.parse(memberReviewCalls.create.example)
