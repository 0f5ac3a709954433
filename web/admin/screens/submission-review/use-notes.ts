import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import {
  getSubmission,
  loadAuthorship,
  SUBMISSIONS_KEY,
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
  const updateCache = (record: SubmissionRecord) => {
    client.setQueryData([SUBMISSIONS_KEY, 'one', id], record)
    void client.invalidateQueries({ queryKey: [SUBMISSIONS_KEY], predicate: isList })
    return record
  }
  return {
    save: async (notes) => updateCache((await updateSubmissionNotes(id, notes)).data),
    load: async () => updateCache(await getSubmission(id)),
    loadAuthorship: () => loadAuthorship(id),
  }
}

const isList = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] !== 'one'
