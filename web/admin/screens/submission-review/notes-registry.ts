import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { createNotesForm, type NotesCalls, type NotesForm } from './notes-form.ts'

/** Creates the registry of unsaved notes by submission, which lasts as long as the page is open. */
export function createNotesRegistry() {
  const listeners = new Set<() => void>()
  const stores = new Map<string, NotesForm>()

  function set(id: string, form: NotesForm) {
    if (form.hasUnsaved() === stores.has(id)) return
    if (form.hasUnsaved()) stores.set(id, form)
    else stores.delete(id)
    for (const listener of listeners) listener()
  }

  return {
    /** Returns the notes of a submission, including unsaved input. */
    open(record: SubmissionRecord, calls: NotesCalls): NotesForm {
      const existing = stores.get(record._id)
      if (existing) return existing
      const form = createNotesForm(record, calls)
      form.subscribe(() => set(record._id, form))
      return form
    },
    isAny: () => stores.size > 0,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const notesRegistry = createNotesRegistry()
