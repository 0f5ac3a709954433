import { useQueryClient } from '@tanstack/react-query'
import { testimonialCalls } from '#contracts/testimonials/calls.ts'
import { TESTIMONIAL_MESSAGES } from '#contracts/testimonials/messages.ts'
import type { TestimonialRecord, TestimonialStatus } from '#contracts/testimonials/testimonial.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { callAdmin } from '../../calls/call.ts'
import { useAction } from '../../calls/use-action.ts'

export type Moderation = {
  /** The id of the review whose visibility is being changed. */
  pendingId: string | undefined
  moderate: (review: TestimonialRecord, status: TestimonialStatus) => void
}

/** Hides reviews and shows them again, then reloads the list, which may be outdated if the change has failed. */
export function useModeration(): Moderation {
  const client = useQueryClient()
  const { mutate, isPending, variables } = useAction({
    action: ({ id, status }: { id: string; status: TestimonialStatus }) =>
      callAdmin(testimonialCalls.moderate, { params: { id }, body: { status } }),
    getSuccessMessage: (reply) => reply.message,
    failureMessage: TESTIMONIAL_MESSAGES.changeFailed,
    refetch: () => invalidate(client, testimonialCalls.list),
  })
  return {
    pendingId: isPending ? variables.id : undefined,
    moderate: ({ id }, status) => mutate({ id, status }),
  }
}
