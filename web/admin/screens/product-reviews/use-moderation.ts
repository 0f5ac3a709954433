import { useQueryClient } from '@tanstack/react-query'
import { productReviewCalls } from '#contracts/product-reviews/calls.ts'
import { PRODUCT_REVIEW_MESSAGES } from '#contracts/product-reviews/messages.ts'
import type { ProductReviewRecord, ProductReviewStatus } from '#contracts/product-reviews/product-review.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { useAction } from '../../calls/use-action.ts'
import { moderateReview } from './product-review-calls.ts'

export type Moderation = {
  /** The id of the review whose visibility is being changed. */
  pendingId: string | undefined
  moderate: (review: ProductReviewRecord, status: ProductReviewStatus) => void
}

/** Hides reviews and shows them again, then reloads the list, which may be outdated if the change has failed. */
export function useModeration(): Moderation {
  const client = useQueryClient()
  const { mutate, isPending, variables } = useAction({
    action: ({ id, status }: { id: string; status: ProductReviewStatus }) => moderateReview(id, status),
    getSuccessMessage: (reply) => reply.message,
    failureMessage: PRODUCT_REVIEW_MESSAGES.changeFailed,
    refetch: () => invalidate(client, productReviewCalls.list),
  })
  return {
    pendingId: isPending ? variables.id : undefined,
    moderate: ({ id }, status) => mutate({ id, status }),
  }
}
