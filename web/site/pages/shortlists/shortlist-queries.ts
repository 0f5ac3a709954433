import type { QueryClient } from '@tanstack/react-query'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { shortlistCalls } from '#contracts/shortlists/calls.ts'
import type { ShortlistPreview } from '#contracts/shortlists/shortlist.ts'
import type { CallError } from '../../../shared/call-error.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { queryOf } from '../../query-of.ts'
import { endSession, getSession } from '../../session/session.ts'

/** The calls whose replies change with a shortlist. */
export const SHORTLIST_READS = [shortlistCalls.preview, shortlistCalls.get, shortlistCalls.list]

/** Returns the query for the products that match unsaved requirements. */
export const previewQuery = (requirements: ShortlistPreview) =>
  dataOf(queryOf(shortlistCalls.preview, { body: requirements }))

/** Returns the query for a shortlist as the member `userId` sees it; other visitors use `queries.shortlist`. */
export function memberShortlistQuery(id: string, userId: string) {
  const query = queryOf(shortlistCalls.get, { params: { id } }, userId)
  return {
    ...dataOf(query),
    async queryFn(context: { signal: AbortSignal; client: QueryClient }) {
      const { token } = getSession()
      const reply = await query.queryFn(context)
      if (reply.data.isOwn || !context.client.getQueryData(query.queryKey)?.data.isOwn) return reply
      // The session has ended. Visitors may read a shortlist, too, so the reply isn't a 401 but the visitors' view, which
      // would replace the owner's form.
      endSession(token)
      throw { status: 401, message: SITE_MESSAGES.notSignedIn } satisfies CallError
    },
    staleTime: 0,
  }
}

/** Returns the query for the shortlists of the member `userId`. */
export const ownShortlistsQuery = (userId: string | undefined) => ({
  ...dataOf(queryOf(shortlistCalls.list, {}, userId)),
  staleTime: 0,
})
