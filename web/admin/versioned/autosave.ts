import type { Edits } from '../../shared/versioned/edits.ts'
import type { VersionedForm } from '../../shared/versioned/versioned-form.ts'

const PAUSE_MS = 800

type Autosave<Value> = {
  form: Pick<VersionedForm<Value>, 'get' | 'save' | 'openConflict'>
  edits: Pick<Edits<Value>, 'get'>
}

/** Saves a form when editing pauses. Conflicts are not saved before they are resolved. */
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

    /** Call this after each edit. */
    edited(): void {
      const { newer } = form.get()
      // The edit may have resolved the conflict: by reverting ours, or by writing the same.
      if (newer) form.openConflict(newer)
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), PAUSE_MS)
    },
  }
}
