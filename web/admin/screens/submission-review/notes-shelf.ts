import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { createNotesForm, type NotesCalls, type NotesForm } from './notes-form.ts'

/** Keeps by their submission the notes that the server has not taken yet, for as long as the page is open. */
export function createNotesShelf() {
  const listeners = new Set<() => void>()
  const kept = new Map<string, NotesForm>()

  function put(id: string, form: NotesForm) {
    if (form.isUnsent() === kept.has(id)) return
    if (form.isUnsent()) kept.set(id, form)
    else kept.delete(id)
    for (const listener of listeners) listener()
  }

  return {
    /** The notes of a submission, with all that was typed and not taken. */
    open(record: SubmissionRecord, calls: NotesCalls): NotesForm {
      const known = kept.get(record._id)
      if (known) return known
      const form = createNotesForm(record, calls)
      form.subscribe(() => put(record._id, form))
      return form
    },
    isAny: () => kept.size > 0,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const notesShelf = createNotesShelf()
