import { followCalls } from '#contracts/follows/calls.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { queryOf } from '../../query-of.ts'

/** Returns the query for what the member `userId` follows, without what changed. */
export const followTargetsQuery = (userId: string) => dataOf(queryOf(followCalls.listTargets, {}, userId))

/** Returns the query for what the member `userId` follows, with what changed since the last look. */
export const followsQuery = (userId: string) => ({ ...dataOf(queryOf(followCalls.list, {}, userId)), staleTime: 0 })

/**
 * Returns the query for the page that shows what changed: it loads once each time that the page is opened, since what it
 * has shown counts as seen.
 */
export const shownFollowsQuery = (userId: string) => ({
  ...dataOf(queryOf(followCalls.list, {}, `${userId} shown`)),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})
