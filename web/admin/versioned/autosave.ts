import type { Edits } from '../../shared/versioned/edits.ts'
import type { SaveController } from '../../shared/versioned/save-controller.ts'

const SAVE_DEBOUNCE_MS = 800

type AutosaveInput<Value> = {
  controller: Pick<SaveController<Value>, 'get' | 'save' | 'mergeLatest'>
  edits: Pick<Edits<Value>, 'get'>
}

/** Creates an autosave, which saves a form when editing pauses, unless there is an unresolved conflict. */
export function createAutosave<Value>({ controller, edits }: AutosaveInput<Value>) {
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Saves all edits, including those made during the save. */
  async function flush(): Promise<void> {
    clearTimeout(timer)
    while (edits.get().isDirty && controller.get().newer === null) {
      await controller.save()
      if (controller.get().notice?.kind !== 'success') return
    }
  }

  return {
    flush,

    /** Schedules a save. Must be called after each edit. */
    schedule(): void {
      const { newer } = controller.get()
      // The edit may have resolved the conflict, by reverting our change or by making the same one.
      if (newer) controller.mergeLatest(newer)
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), SAVE_DEBOUNCE_MS)
    },
  }
}
