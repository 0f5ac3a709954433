import type { Pagination } from '#contracts/pagination.ts'
import { ADMIN_API, fillPath } from '#contracts/paths.ts'
import type { ReviewCounts, ReviewRecord, ReviewStatus } from '#contracts/product-reviews/product-review.ts'
import { callAddress } from '../../calls/call.ts'

export const REVIEWS_KEY = ['reviews']

export type ReviewPage = { data: ReviewRecord[]; pagination: Pagination; counts: ReviewCounts }

export const listReviews = (query: string): Promise<ReviewPage> => callAddress(`${ADMIN_API.reviews}?${query}`)

export const moderateReview = (id: string, status: ReviewStatus): Promise<{ data: ReviewRecord; message: string }> =>
  callAddress(fillPath(ADMIN_API.review, { id }), { method: 'PATCH', body: { status } })
