import { queryOptions } from '@tanstack/react-query'
import { submissionCalls } from '#contracts/submissions/calls.ts'
import { call } from '../../../shared/call.ts'

/** Returns the query for the submissions of the member `userId`. */
export const ownSubmissionsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['own-submissions', userId],
    queryFn: async ({ signal }) => (await call(submissionCalls.listOwn, { signal })).data,
    staleTime: 0,
  })
