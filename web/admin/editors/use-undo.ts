import { App } from 'antd'
import { useSyncExternalStore } from 'react'
import { showUndo } from '../parts/show-undo.tsx'
import type { UndoAction } from '../versioned/undo/undo-keys.ts'
import { useEditor } from './editor-context.tsx'
import { useRevealField } from './reveal-field.ts'

/** Returns undo and redo for the editor; both reveal the field that changed. */
export function useUndo(): { perform: (action: UndoAction) => void; canUndo: boolean; canRedo: boolean } {
  const { store } = useEditor()
  const reveal = useRevealField()
  return {
    perform(action) {
      const note = store[action]()
      if (note?.path !== undefined && store.get().mode === 'form') reveal(note.path)
    },
    canUndo: useSyncExternalStore(store.subscribe, store.canUndo),
    canRedo: useSyncExternalStore(store.subscribe, store.canRedo),
  }
}

/** Returns a function that shows a toast with an undo button, which works while the change is the last step. */
export function useUndoToast(): (text: string) => void {
  const { message } = App.useApp()
  const { store } = useEditor()
  const { perform } = useUndo()
  return (text) => {
    const step = store.lastStep()
    const close = showUndo(message, text, () => perform('undo'))
    const unsubscribe = store.subscribe(() => {
      if (store.lastStep() === step) return
      unsubscribe()
      close()
    })
  }
}
