import { productReviewCalls } from '#contracts/product-reviews/calls.ts'
import { PRODUCT_REVIEW_MESSAGES } from '#contracts/product-reviews/messages.ts'
import { defineRoute, withMessage } from '#server/platform/http/calls/define-route.ts'
import type { ProductReviewService } from './service.ts'

/** Routes for moderators of the comments inside content documents. */
export const productReviewRoutes = (productReviews: ProductReviewService) => [
  defineRoute(productReviewCalls.list, ({ query, user }) => productReviews.list(query, user)),
  defineRoute(productReviewCalls.moderate, async ({ params, body, user }) => {
    const review = await productReviews.moderate(params.id, body.status, user)
    return withMessage(PRODUCT_REVIEW_MESSAGES[review.status], review)
  }),
]
