import { useQueryClient } from '@tanstack/react-query'
import type { CallReply } from '#contracts/call.ts'
import { receivedInquiryCalls } from '#contracts/inquiries/answering-calls.ts'
import { inquiryCalls } from '#contracts/inquiries/calls.ts'
import type { Inquiry } from '#contracts/inquiries/inquiry.ts'
import { dataOf, invalidate } from '../../../shared/call-query.ts'
import { queryOf } from '../../query-of.ts'

/** A loaded inquiry with its version, which is sent when the draft is saved. */
export type LoadedInquiry = CallReply<typeof inquiryCalls.get>

/** Returns the query for the inquiries of the member `userId`. */
export const ownInquiriesQuery = (userId: string | undefined) => ({
  ...dataOf(queryOf(inquiryCalls.list, {}, userId)),
  staleTime: 0,
})

/** Returns the query for the inquiries that the member `userId` has received. */
export const receivedInquiriesQuery = (userId: string | undefined) => ({
  ...dataOf(queryOf(receivedInquiryCalls.list, {}, userId)),
  staleTime: 0,
})

/** Returns the query for an inquiry, which is reloaded whenever it is shown, as vendors may answer at any time. */
export const inquiryQuery = (id: string) => ({
  ...queryOf(inquiryCalls.get, { params: { id } }),
  staleTime: 0,
  refetchOnWindowFocus: true,
})

/** Returns functions that update the cached inquiry after a change. */
export function useInquiryCache() {
  const client = useQueryClient()
  return {
    replace: ({ data }: { data: Inquiry }) =>
      client.setQueryData(inquiryQuery(data.id).queryKey, { data, version: data.version }),
    reload: () => invalidate(client, inquiryCalls.list, inquiryCalls.get, inquiryCalls.listAnswers),
    refetch: (id: string) => client.fetchQuery(inquiryQuery(id)),
  }
}
