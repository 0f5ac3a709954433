import { App } from 'antd'
import { useSyncExternalStore } from 'react'
import { showUndo } from '../parts/show-undo.tsx'
import type { UndoAct } from '../versioned/undo/undo-keys.ts'
import { useEditor } from './editor-context.tsx'
import { useRevealField } from './reveal-field.ts'

/** Returns what goes back and forward in the editor, and leads to the place that changed. */
export function useUndo(): { perform: (act: UndoAct) => void; canUndo: boolean; canRedo: boolean } {
  const { store } = useEditor()
  const reveal = useRevealField()
  return {
    perform(act) {
      const note = store[act]()
      if (note?.path !== undefined && store.get().mode === 'form') reveal(note.path)
    },
    canUndo: useSyncExternalStore(store.subscribe, store.canUndo),
    canRedo: useSyncExternalStore(store.subscribe, store.canRedo),
  }
}

/** Returns what says that something was done, with a button that takes it back as long as it is the last step. */
export function useUndoToast(): (text: string) => void {
  const { message } = App.useApp()
  const { store } = useEditor()
  const { perform } = useUndo()
  return (text) => {
    const step = store.lastStep()
    const close = showUndo(message, text, () => perform('undo'))
    const stop = store.subscribe(() => {
      if (store.lastStep() === step) return
      stop()
      close()
    })
  }
}
