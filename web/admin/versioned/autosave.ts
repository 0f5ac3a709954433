import type { Edits } from './edits.ts'
import type { VersionedForm } from './versioned-form.ts'

const PAUSE_MS = 800

type Autosave<Value> = {
  form: Pick<VersionedForm<Value>, 'get' | 'save' | 'openConflict'>
  edits: Pick<Edits<Value>, 'get'>
}

/** Saves a form when editing pauses. What waits for a person to settle it is not saved before they have. */
export function createAutosave<Value>({ form, edits }: Autosave<Value>) {
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Saves what is unsaved now, and what is typed while that is under way. */
  async function flush(): Promise<void> {
    clearTimeout(timer)
    while (edits.get().isDirty && form.get().newer === null) {
      await form.save()
      if (form.get().notice?.kind !== 'success') return
    }
  }

  return {
    flush,

    /** Is to be called after each edit. */
    edited(): void {
      const { newer } = form.get()
      // The edit may have settled it: by taking ours back, or by writing the same.
      if (newer) form.openConflict(newer)
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), PAUSE_MS)
    },
  }
}
