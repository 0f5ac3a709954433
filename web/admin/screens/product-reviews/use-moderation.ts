import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { PRODUCT_REVIEW_MESSAGES } from '#contracts/product-reviews/messages.ts'
import type { ProductReviewRecord, ProductReviewStatus } from '#contracts/product-reviews/product-review.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { describeActionError } from '../../calls/describe-action-error.ts'
import { moderateReview, REVIEWS_KEY } from './product-review-calls.ts'

export type Moderation = {
  /** The id of the review whose visibility is being changed. */
  pendingId: string | undefined
  moderate: (review: ProductReviewRecord, status: ProductReviewStatus) => void
}

/** Hides reviews and shows them again, then reloads the list, which may be outdated if the change has failed. */
export function useModeration(): Moderation {
  const { message } = App.useApp()
  const client = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ id, status }: { id: string; status: ProductReviewStatus }) => moderateReview(id, status),
    // Not awaited: the message's promise resolves when it disappears, which would delay the mutation.
    onSuccess: (reply) => void message.success(reply.message),
    onError: (error) => void message.error(describeActionError(error, PRODUCT_REVIEW_MESSAGES.changeFailed)),
    onSettled: () => client.invalidateQueries({ queryKey: REVIEWS_KEY }),
  })
  return {
    pendingId: isPending ? variables.id : undefined,
    moderate: ({ id }, status) => mutate({ id, status }),
  }
}
