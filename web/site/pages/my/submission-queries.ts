import { submissionCalls } from '#contracts/submissions/calls.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { queryOf } from '../../query-of.ts'

/** Returns the query for the submissions of the member `userId`. */
export const ownSubmissionsQuery = (userId: string) => ({
  ...dataOf(queryOf(submissionCalls.listOwn, {}, userId)),
  staleTime: 0,
})
