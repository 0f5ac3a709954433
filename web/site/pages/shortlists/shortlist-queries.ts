import { queryOptions } from '@tanstack/react-query'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { shortlistCalls } from '#contracts/shortlists/calls.ts'
import type { Shortlist, ShortlistPreview } from '#contracts/shortlists/shortlist.ts'
import { call } from '../../../shared/call.ts'
import type { CallError } from '../../../shared/call-error.ts'
import { endSession, getSession } from '../../../shared/session.ts'

export const SHORTLISTS_KEY = ['shortlists']

/** Returns the query for the products that match unsaved requirements. */
export const previewQuery = (requirements: ShortlistPreview) =>
  queryOptions({
    queryKey: [...SHORTLISTS_KEY, 'preview', requirements],
    queryFn: async ({ signal }) => (await call(shortlistCalls.preview, { body: requirements, signal })).data,
  })

/** Returns the query for a shortlist as the member `userId` sees it; other visitors use `queries.shortlist`. */
export const memberShortlistQuery = (id: string, userId: string) =>
  queryOptions<Shortlist>({
    queryKey: [...SHORTLISTS_KEY, 'one', id, userId],
    async queryFn({ signal, client, queryKey }) {
      const { token } = getSession()
      const { data } = await call(shortlistCalls.get, { params: { id }, signal })
      if (data.isOwn || !client.getQueryData<Shortlist>(queryKey)?.isOwn) return data
      // The session has ended. Visitors may read a shortlist, too, so the reply isn't a 401 but the visitors' view, which
      // would replace the owner's form.
      endSession(token)
      throw { status: 401, message: SITE_MESSAGES.notSignedIn } satisfies CallError
    },
    staleTime: 0,
  })

/** Returns the query for the shortlists of the member `userId`. */
export const ownShortlistsQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: [...SHORTLISTS_KEY, 'own', userId],
    queryFn: async ({ signal }) => (await call(shortlistCalls.list, { signal })).data,
    staleTime: 0,
  })
