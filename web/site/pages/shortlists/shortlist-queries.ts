import { queryOptions } from '@tanstack/react-query'
import { shortlistCalls } from '#contracts/shortlists/calls.ts'
import type { ShortlistPreview } from '#contracts/shortlists/shortlist.ts'
import { call } from '../../../shared/call.ts'

const ALL = 'shortlists'

/** Returns the query for the products that match requirements that haven't been saved. */
export const previewQuery = (requirements: ShortlistPreview) =>
  queryOptions({
    queryKey: [ALL, 'preview', requirements],
    queryFn: async ({ signal }) => (await call(shortlistCalls.preview, { body: requirements, signal })).data,
  })

/** Returns the query for a shortlist as the member `userId` sees it; for other visitors, the page has its own query. */
export const memberShortlistQuery = (id: string, userId: string) =>
  queryOptions({
    queryKey: [ALL, 'one', id, userId],
    queryFn: async ({ signal }) => (await call(shortlistCalls.get, { params: { id }, signal })).data,
    staleTime: 0,
  })

/** Returns the query for the shortlists of the member `userId`. */
export const ownShortlistsQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: [ALL, 'own', userId],
    queryFn: async ({ signal }) => (await call(shortlistCalls.list, { signal })).data,
    staleTime: 0,
  })

export const SHORTLISTS_KEY = [ALL]
