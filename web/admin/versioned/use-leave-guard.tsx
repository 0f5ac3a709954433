import { useEditor, useEditorState } from '../editors/editor-context.tsx'
import { useUnsaved } from '../parts/use-unsaved.tsx'

/** Leaving an editor with unsaved edits asks first; they stay in this browser. */
export function useLeaveGuard(): void {
  const { subject, store } = useEditor()
  useUnsaved(subject.key, {
    isDirty: useEditorState((state) => state.isDirty),
    isDirtyNow: () => store.get().isDirty,
    consequence: '离开后，这些修改会留在本机，下次打开时可以恢复。',
    isKept: true,
  })
}
