import { App } from 'antd'
import { useSyncExternalStore } from 'react'
import { showUndoToast } from '../components/show-undo-toast.tsx'
import type { UndoAction } from '../versioned/undo/undo-shortcuts.ts'
import { useEditor } from './editor-context.tsx'
import { useRevealField } from './reveal-field.ts'

/** Returns a function that undoes or redoes a step and reveals the changed field, and whether each is possible. */
export function useUndo(): { perform: (action: UndoAction) => void; canUndo: boolean; canRedo: boolean } {
  const { store } = useEditor()
  const reveal = useRevealField()
  const canUndo = useSyncExternalStore(store.subscribe, store.canUndo)
  const canRedo = useSyncExternalStore(store.subscribe, store.canRedo)
  return {
    canUndo,
    canRedo,

    perform(action) {
      const step = store[action]()
      if (step?.path !== undefined && store.get().mode === 'form') reveal(step.path)
    },
  }
}

/** Returns a function that shows a toast with a button to undo the last step. The toast closes after another step. */
export function useUndoToast(): (text: string) => void {
  const { message } = App.useApp()
  const { store } = useEditor()
  const { perform } = useUndo()
  return (text) => {
    const stepId = store.getLastStepId()
    const close = showUndoToast(message, { text, onUndo: () => perform('undo') })
    const unsubscribe = store.subscribe(() => {
      if (store.getLastStepId() === stepId) return
      unsubscribe()
      close()
    })
  }
}
