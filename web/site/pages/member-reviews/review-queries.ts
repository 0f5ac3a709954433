import { useQueryClient } from '@tanstack/react-query'
import { memberReviewCalls, ownReviewCalls } from '#contracts/member-reviews/calls.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { dataOf, invalidate } from '../../../shared/call-query.ts'
import { keyOfMethod } from '../../queries.ts'
import { queryOf } from '../../query-of.ts'

/** Returns the query for the signed-in user's own review of a product and permitted actions. */
export const reviewerEligibilityQuery = (catalogue: Catalogue, productId: string, userId: string) => ({
  ...dataOf(queryOf(memberReviewCalls.getReviewerEligibility, { params: { catalogue, id: productId } }, userId)),
  staleTime: 0,
})

/** Returns the query for a member's own reviews. */
export const ownReviewsQuery = (userId: string) => ({
  ...dataOf(queryOf(ownReviewCalls.list, {}, userId)),
  staleTime: 0,
})

/** Returns functions to reload reviews after a change: the member's own, and the published ones. */
export function useReviewCache() {
  const client = useQueryClient()
  return {
    reloadOwn: () => invalidate(client, memberReviewCalls.getReviewerEligibility, ownReviewCalls.list),
    reloadPublished: () => client.invalidateQueries({ queryKey: keyOfMethod('listReviews') }),
  }
}
