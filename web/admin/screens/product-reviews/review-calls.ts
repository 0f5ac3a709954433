import { productReviewCalls } from '#contracts/product-reviews/calls.ts'
import type { ReviewStatus } from '#contracts/product-reviews/product-review.ts'
import { call } from '../../calls/call.ts'

export const REVIEWS_KEY = ['reviews']

export const listReviews = (query: string) => call(productReviewCalls.list, { query })

export const moderateReview = (id: string, status: ReviewStatus) =>
  call(productReviewCalls.moderate, { params: { id }, body: { status } })
