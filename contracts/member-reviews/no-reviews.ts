import { MEMBER_REVIEWS } from '../limits.ts'
import { summarizeReviews } from '../rules/reviews/review-summary.ts'
import type { ReviewPage } from './review.ts'

/** The reviews of a product that visitors can't see yet. */
export const NO_REVIEWS: ReviewPage = {
  data: { reviews: [], summary: summarizeReviews([], new Date()) },
  pagination: { current: 1, total: 0, limit: MEMBER_REVIEWS.perPage, totalItems: 0 },
}
