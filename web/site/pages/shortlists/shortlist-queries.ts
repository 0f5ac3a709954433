import { queryOptions } from '@tanstack/react-query'
import { shortlistCalls } from '#contracts/shortlists/calls.ts'
import type { ShortlistPreview } from '#contracts/shortlists/shortlist.ts'
import { call } from '../../../shared/call.ts'

const ALL = 'shortlists'

/** The matching products of requirements that haven't been saved. */
export const previewQuery = (requirements: ShortlistPreview) =>
  queryOptions({
    queryKey: [ALL, 'preview', requirements],
    queryFn: async ({ signal }) => (await call(shortlistCalls.preview, { body: requirements, signal })).data,
  })

/** A shortlist as seen by `userId`, with its version, which is sent with a save. */
export const shortlistQuery = (id: string, userId: string | undefined) =>
  queryOptions({
    queryKey: [ALL, 'one', id, userId],
    queryFn: ({ signal }) => call(shortlistCalls.get, { params: { id }, signal }),
    staleTime: 0,
  })

/** The shortlists of the member `userId`. */
export const ownShortlistsQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: [ALL, 'own', userId],
    queryFn: async ({ signal }) => (await call(shortlistCalls.list, { signal })).data,
    staleTime: 0,
  })

export const SHORTLISTS_KEY = [ALL]
