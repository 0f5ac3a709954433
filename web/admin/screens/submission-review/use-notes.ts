import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { getSubmission, noteSubmission, SUBMISSIONS_KEY } from '../submissions/submission-calls.ts'
import type { NotesCalls } from './notes-keeper.ts'
import { notesShelf } from './notes-shelf.ts'

export type Notes = ReturnType<typeof useNotes>

/**
 * The notes of one submission, saved also when another one is chosen. What could not be saved is kept, and shown again
 * where its submission is. A part that uses this is keyed by the submission.
 */
export function useNotes(record: SubmissionRecord) {
  const client = useQueryClient()
  const [keeper] = useState(() => notesShelf.open(record, callsFor(record._id, client)))
  const view = useSyncExternalStore(keeper.subscribe, keeper.get)
  useEffect(() => keeper.meet(record), [keeper, record])
  useEffect(() => () => void keeper.save(), [keeper])
  return { ...view, ...keeper }
}

function callsFor(id: string, client: QueryClient): NotesCalls {
  const remember = (record: SubmissionRecord) => {
    client.setQueryData([SUBMISSIONS_KEY, 'one', id], record)
    void client.invalidateQueries({ queryKey: [SUBMISSIONS_KEY], predicate: isList })
  }
  return {
    send: async (notes) => (await noteSubmission(id, notes)).data,
    onSaved: remember,
    async reread() {
      const record = await getSubmission(id)
      remember(record)
      return record
    },
  }
}

const isList = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] !== 'one'
