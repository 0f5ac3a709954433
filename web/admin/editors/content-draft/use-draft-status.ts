import { useQuery, useQueryClient } from '@tanstack/react-query'
import { DOCUMENT_EDITOR } from '#contracts/admin-pages.ts'
import { contentDraftCalls } from '#contracts/content-drafts/calls.ts'
import type { DraftStatus, DraftSubject } from '#contracts/content-drafts/draft.ts'
import { PRESENCE } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { dataOf, invalidate } from '../../../shared/call-query.ts'
import { queryOf } from '../../calls/query-of.ts'
import { useAction } from '../../calls/use-action.ts'
import { usePageQuery } from '../../components/use-page-query.ts'
import { draftCallsOf } from './draft-calls.ts'

/** Returns the status of a document's or product's draft, followed while the editor is open; `undefined` without a draft. */
export function useDraftStatus(owner: DraftSubject | undefined): DraftStatus | undefined {
  const { data } = useQuery({
    ...dataOf(queryOf(contentDraftCalls.list)),
    refetchInterval: PRESENCE.heartbeatMs,
    enabled: owner !== undefined,
  })
  return data?.find(({ kind, product }) => kind === owner?.kind && product?.id === owner.product?.id)
}

/** Returns a function that loads again what is shown of drafts. */
export function useRefetchDrafts(): () => Promise<void> {
  const client = useQueryClient()
  return () => invalidate(client, contentDraftCalls.list, contentDraftCalls.calendar)
}

/** Returns the functions that open the draft or the published version in the editor. */
export function useOpenVersion() {
  const { change } = usePageQuery(DOCUMENT_EDITOR)
  return {
    openDraft: () => change({ version: 'draft' }),
    openPublished: () => change({ version: 'published' }),
  }
}

/** Returns the mutation that cancels a scheduled publication. */
export function useUnschedule() {
  const refetch = useRefetchDrafts()
  return useAction({
    action: (owner: DraftSubject) => draftCallsOf(owner).unschedule(),
    getSuccessMessage: ({ message }) => message,
    failureMessage: ADMIN_MESSAGES.actionFailed,
    refetch,
  })
}
