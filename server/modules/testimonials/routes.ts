import { testimonialCalls } from '#contracts/testimonials/calls.ts'
import { TESTIMONIAL_MESSAGES } from '#contracts/testimonials/messages.ts'
import { defineRoute, withMessage } from '#server/platform/http/calls/define-route.ts'
import type { TestimonialService } from './service.ts'

/** Routes for moderators of testimonials. */
export const testimonialRoutes = (testimonials: TestimonialService) => [
  defineRoute(testimonialCalls.list, ({ query, user }) => testimonials.list(query, user)),
  defineRoute(testimonialCalls.moderate, async ({ params, body, user }) => {
    const review = await testimonials.moderate(params.id, body.status, user)
    return withMessage(TESTIMONIAL_MESSAGES[review.status], review)
  }),
]
