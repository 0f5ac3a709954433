import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { createNotesKeeper, type NotesCalls, type NotesKeeper } from './notes-keeper.ts'

/** Keeps by their submission the notes that the server has not taken yet, for as long as the page is open. */
export function createNotesShelf() {
  const listeners = new Set<() => void>()
  const kept = new Map<string, NotesKeeper>()

  function put(id: string, keeper: NotesKeeper) {
    if (keeper.isUnsent() === kept.has(id)) return
    if (keeper.isUnsent()) kept.set(id, keeper)
    else kept.delete(id)
    for (const listener of listeners) listener()
  }

  return {
    /** The notes of a submission, with all that was typed and not taken. */
    open(record: SubmissionRecord, calls: NotesCalls): NotesKeeper {
      const known = kept.get(record._id)
      if (known) return known
      const keeper = createNotesKeeper(record, calls)
      keeper.subscribe(() => put(record._id, keeper))
      return keeper
    },
    isAny: () => kept.size > 0,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const notesShelf = createNotesShelf()
