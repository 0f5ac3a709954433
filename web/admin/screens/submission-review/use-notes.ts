import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { submissionReviewCalls } from '#contracts/submission-review/calls.ts'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { invalidate } from '../../../shared/call-query.ts'
import {
  getSubmission,
  loadAuthorship,
  SUBMISSION_LISTS,
  submissionQuery,
  updateSubmissionNotes,
} from '../submissions/submission-calls.ts'
import type { NotesCalls } from './notes-form.ts'
import { notesRegistry } from './notes-registry.ts'

export type NotesEditing = ReturnType<typeof useNotes>

/**
 * Returns the notes of one submission, and saves them when another one is selected. Notes that couldn't be saved are
 * kept, and shown when their submission is selected again. Components that use this must be keyed by the submission.
 */
export function useNotes(record: SubmissionRecord) {
  const client = useQueryClient()
  const [form] = useState(() => notesRegistry.open(record, createCalls(record._id, client)))
  const view = useSyncExternalStore(form.subscribe, form.get)
  useEffect(() => form.mergeLatest(record), [form, record])
  useEffect(() => () => void form.save(), [form])
  return { ...view, ...form }
}

function createCalls(id: string, client: QueryClient): NotesCalls {
  const updateCache = (reply: { data: SubmissionRecord }) => {
    client.setQueryData(submissionQuery(id).queryKey, reply)
    void invalidate(client, ...SUBMISSION_LISTS, submissionReviewCalls.getApprovalInfo)
    return reply.data
  }
  return {
    save: async (notes) => updateCache(await updateSubmissionNotes(id, notes)),
    load: async () => updateCache(await getSubmission(id)),
    loadAuthorship: () => loadAuthorship(id),
  }
}
