import { productReviewCalls } from '#contracts/product-reviews/calls.ts'
import type { ProductReviewStatus } from '#contracts/product-reviews/product-review.ts'
import { callAdmin } from '../../calls/call.ts'

export const moderateReview = (id: string, status: ProductReviewStatus) =>
  callAdmin(productReviewCalls.moderate, { params: { id }, body: { status } })
