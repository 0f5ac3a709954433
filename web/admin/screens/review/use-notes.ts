import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { SUBMISSION_REVIEW_MESSAGES as SAY } from '#contracts/messages/submission.ts'
import type { SubmissionNotes, SubmissionRecord } from '#contracts/submission-review.ts'
import { failureMessage } from '../../../shared/read-failure.ts'
import { noteSubmission, SUBMISSIONS_KEY } from '../submissions/submission-calls.ts'
import { isSame, type Typed, typedOf, unsentNotes } from './unsent-notes.ts'

const PAUSE_MS = 800

export type NotesState = { kind: 'clean' | 'typing' | 'saving' | 'saved' } | { kind: 'failed'; message: string }
export type Notes = ReturnType<typeof useNotes>

/**
 * The notes of one submission: what is typed is saved when typing pauses, and when another submission is chosen. What
 * could not be saved is kept, and shown again where its submission is. A part that uses this is keyed by the submission.
 */
export function useNotes(record: SubmissionRecord) {
  const client = useQueryClient()
  const { _id: id } = record
  const [typed, setTyped] = useState<Typed>(() => unsentNotes.get(id) ?? typedOf(record))
  const [state, setState] = useState<NotesState>({ kind: unsentNotes.has(id) ? 'typing' : 'clean' })
  const saved = useRef(typedOf(record))
  const latest = useRef(typed)

  /** One save at a time, so that an older one never arrives last; what was typed meanwhile follows it. */
  const isSaving = useRef(false)
  const save = useCallback(async (): Promise<void> => {
    if (isSaving.current) return
    isSaving.current = true
    try {
      while (!isSame(latest.current, saved.current)) {
        const sending = latest.current
        setState({ kind: 'saving' })
        const { data } = await noteSubmission(id, changedNotes(saved.current, sending))
        saved.current = sending
        client.setQueryData([SUBMISSIONS_KEY, 'one', id], data)
        setState({ kind: 'saved' })
        void client.invalidateQueries({ queryKey: [SUBMISSIONS_KEY], predicate: isList })
      }
      unsentNotes.delete(id)
    } catch (error) {
      setState({ kind: 'failed', message: failureMessage(error, SAY.notesFailed) })
    } finally {
      isSaving.current = false
    }
  }, [id, client])

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      void save()
    },
    [save],
  )

  function change(part: Partial<Typed>) {
    const next = { ...latest.current, ...part }
    latest.current = next
    unsentNotes.set(id, next)
    setTyped(next)
    setState({ kind: 'typing' })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void save(), PAUSE_MS)
  }

  return {
    typed,
    state,
    change,
    saveNow: () => {
      clearTimeout(timer.current)
      return save()
    },
    /** A verdict has taken the notes with it; the checklist may still have to be saved. */
    taken({ reviewNotes, vendorNotes }: Pick<Typed, 'reviewNotes' | 'vendorNotes'>) {
      saved.current = { ...saved.current, reviewNotes, vendorNotes }
      clearTimeout(timer.current)
      void save()
    },
  }
}

const isList = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] !== 'one'

/** Only what differs: another reviewer's words in another field stay. */
function changedNotes(before: Typed, now: Typed): SubmissionNotes {
  return {
    ...(before.reviewNotes === now.reviewNotes ? {} : { reviewNotes: now.reviewNotes }),
    ...(before.vendorNotes === now.vendorNotes ? {} : { vendorNotes: now.vendorNotes }),
    ...(before.checklist.join() === now.checklist.join() ? {} : { checklist: [...now.checklist] }),
  }
}
