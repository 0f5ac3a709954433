import { testimonialCalls } from '#contracts/testimonials/calls.ts'
import type { TestimonialStatus } from '#contracts/testimonials/testimonial.ts'
import { callAdmin } from '../../calls/call.ts'

export const moderateReview = (id: string, status: TestimonialStatus) =>
  callAdmin(testimonialCalls.moderate, { params: { id }, body: { status } })
