import { App } from 'antd'
import { useSyncExternalStore } from 'react'
import { showUndoToast } from '../components/show-undo-toast.tsx'
import type { UndoAction } from '../versioned/undo/undo-shortcuts.ts'
import { useEditor } from './editor-context.tsx'
import { useRevealField } from './reveal-field.ts'

/** Returns undo and redo for the editor. Both reveal the changed field. */
export function useUndo(): { perform: (action: UndoAction) => void; canUndo: boolean; canRedo: boolean } {
  const { store } = useEditor()
  const reveal = useRevealField()
  return {
    perform(action) {
      const step = store[action]()
      if (step?.path !== undefined && store.get().mode === 'form') reveal(step.path)
    },
    canUndo: useSyncExternalStore(store.subscribe, store.canUndo),
    canRedo: useSyncExternalStore(store.subscribe, store.canRedo),
  }
}

/** Returns a function that shows a toast with a button to undo the last step. It closes when another step is made. */
export function useUndoToast(): (text: string) => void {
  const { message } = App.useApp()
  const { store } = useEditor()
  const { perform } = useUndo()
  return (text) => {
    const stepId = store.getLastStepId()
    const close = showUndoToast(message, text, () => perform('undo'))
    const unsubscribe = store.subscribe(() => {
      if (store.getLastStepId() === stepId) return
      unsubscribe()
      close()
    })
  }
}
