import type { Edits } from '../../shared/versioned/edits.ts'
import type { VersionedForm } from '../../shared/versioned/versioned-form.ts'

const SAVE_DEBOUNCE_MS = 800

type Autosave<Value> = {
  form: Pick<VersionedForm<Value>, 'get' | 'save' | 'openConflict'>
  edits: Pick<Edits<Value>, 'get'>
}

/** Saves a form when editing pauses. While there is an unresolved conflict, nothing is saved. */
export function createAutosave<Value>({ form, edits }: Autosave<Value>) {
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Saves all edits, including those made during the save. */
  async function flush(): Promise<void> {
    clearTimeout(timer)
    while (edits.get().isDirty && form.get().newer === null) {
      await form.save()
      if (form.get().notice?.kind !== 'success') return
    }
  }

  return {
    flush,

    /** Must be called after each edit. */
    edited(): void {
      const { newer } = form.get()
      // The edit may have resolved the conflict, by reverting our change or by making the same one.
      if (newer) form.openConflict(newer)
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), SAVE_DEBOUNCE_MS)
    },
  }
}
