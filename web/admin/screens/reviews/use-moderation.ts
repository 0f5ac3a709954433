import { useMutation, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { type RefObject, useRef } from 'react'
import { REVIEW_MESSAGES } from '#contracts/messages/product-review.ts'
import type { ReviewRecord, ReviewState } from '#contracts/product-review.ts'
import { failureMessage } from '../../../shared/read-failure.ts'
import { moderateReview, REVIEWS_KEY } from './review-calls.ts'

export type Moderation = {
  /** The review that is being hidden or shown. */
  pending: string | undefined
  moderate: (review: ReviewRecord, state: ReviewState) => void
}

/**
 * Hides reviews and shows them again; the list is read anew either way, for a failure may mean that it is old. `list` is
 * to have the focus where the pressed button's row leaves a filtered list.
 */
export function useModeration(): Moderation & { list: RefObject<HTMLDivElement | null> } {
  const { message } = App.useApp()
  const client = useQueryClient()
  const list = useRef<HTMLDivElement>(null)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ id, state }: { id: string; state: ReviewState }) => moderateReview(id, state),
    // `void`: what a message gives back ends when it is gone, and would be waited for.
    onSuccess: (reply) => void message.success(reply.message),
    onError: (error) => void message.error(failureMessage(error, REVIEW_MESSAGES.changeFailed)),
    async onSettled() {
      await client.invalidateQueries({ queryKey: REVIEWS_KEY })
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) list.current?.focus()
      })
    },
  })
  return {
    list,
    pending: isPending ? variables.id : undefined,
    moderate: ({ id }, state) => !isPending && mutate({ id, state }),
  }
}
