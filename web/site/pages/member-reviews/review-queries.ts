import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { memberReviewCalls, ownReviewCalls } from '#contracts/member-reviews/calls.ts'
import type { PublicApi } from '#contracts/public-api.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { call } from '../../../shared/call.ts'

const OWN = 'own-reviews'

/** Returns the query for the signed-in user's own review of a product and permitted actions. */
export const reviewerEligibilityQuery = (catalogue: Catalogue, productId: string, userId: string) =>
  queryOptions({
    queryKey: [OWN, 'reviewer-eligibility', catalogue, productId, userId],
    queryFn: async ({ signal }) =>
      (await call(memberReviewCalls.getReviewerEligibility, { params: { catalogue, id: productId }, signal })).data,
    staleTime: 0,
  })

/** Returns the query for a member's own reviews. */
export const ownReviewsQuery = (userId: string) =>
  queryOptions({
    queryKey: [OWN, 'list', userId],
    queryFn: async ({ signal }) => (await call(ownReviewCalls.list, { signal })).data,
    staleTime: 0,
  })

/** Returns functions to reload reviews after a change: the member's own, and the published ones. */
export function useReviewCache() {
  const client = useQueryClient()
  return {
    reloadOwn: () => client.invalidateQueries({ queryKey: [OWN] }),
    reloadPublished: () => client.invalidateQueries({ queryKey: ['listReviews' satisfies keyof PublicApi] }),
  }
}
