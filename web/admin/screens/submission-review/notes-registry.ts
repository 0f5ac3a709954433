import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { createNotesForm, type NotesCalls, type NotesForm } from './notes-form.ts'

/** Creates the registry of unsaved notes by submission. They stay in memory until the page is closed. */
export function createNotesRegistry() {
  const listeners = new Set<() => void>()
  const forms = new Map<string, NotesForm>()

  function update(id: string, form: NotesForm) {
    if (form.hasUnsavedChanges() === forms.has(id)) return
    if (form.hasUnsavedChanges()) forms.set(id, form)
    else forms.delete(id)
    for (const listener of listeners) listener()
  }

  return {
    /** Returns the notes of a submission, including unsaved input. */
    open(record: SubmissionRecord, calls: NotesCalls): NotesForm {
      const existing = forms.get(record._id)
      if (existing) return existing
      const form = createNotesForm(record, calls)
      form.subscribe(() => update(record._id, form))
      return form
    },
    hasUnsavedNotes: () => forms.size > 0,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const notesRegistry = createNotesRegistry()
