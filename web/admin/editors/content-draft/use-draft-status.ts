import { useQuery, useQueryClient } from '@tanstack/react-query'
import { DOCUMENT_EDITOR } from '#contracts/admin-pages.ts'
import { contentDraftCalls } from '#contracts/content-drafts/calls.ts'
import type { DraftStatus } from '#contracts/content-drafts/draft.ts'
import { CONTENT_DRAFT_MESSAGES } from '#contracts/content-drafts/messages.ts'
import { PRESENCE } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import type { DocumentKind, DraftKind } from '#contracts/vocabulary.ts'
import { dataOf, invalidate } from '../../../shared/call-query.ts'
import { callOnce } from '../../calls/call.ts'
import { queryOf } from '../../calls/query-of.ts'
import { useAction } from '../../calls/use-action.ts'
import { usePageQuery } from '../../components/use-page-query.ts'

/** Returns the status of a document's draft, followed while the editor is open; `undefined` without a draft. */
export function useDraftStatus(kind: DocumentKind): DraftStatus | undefined {
  const { data } = useQuery({ ...dataOf(queryOf(contentDraftCalls.list)), refetchInterval: PRESENCE.heartbeatMs })
  return data?.find((draft) => draft.kind === kind)
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
    action: (kind: DraftKind) =>
      callOnce(contentDraftCalls.unschedule, { params: { kind } }, CONTENT_DRAFT_MESSAGES.unscheduled),
    getSuccessMessage: ({ message }) => message,
    failureMessage: ADMIN_MESSAGES.actionFailed,
    refetch,
  })
}
