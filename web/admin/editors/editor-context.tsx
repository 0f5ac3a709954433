import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import type { FieldError } from '#contracts/errors.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import { getValueAt, type JsonPath, parsePath } from '../components/json-path.ts'
import type { EditorState } from './editor-state.ts'
import type { EditorStore } from './editor-store.ts'
import type { DocumentForm } from './form/form-types.ts'
import type { FormViewState } from './form-view-state.ts'
import type { Subject } from './subject.ts'

/** The state and the settings that all components of an editor share. */
export type Editor = {
  subject: Subject
  form: DocumentForm
  store: EditorStore
  view: FormViewState
  /** Whether the signed-in user may edit the subject. */
  canEdit: boolean
}

const EditorContext = createContext<Editor | null>(null)

export const EditorProvider = ({ value, children }: { value: Editor; children: ReactNode }) => (
  <EditorContext value={value}>{children}</EditorContext>
)

/** Returns the surrounding editor. */
export function useEditor(): Editor {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('useEditor must be used within EditorProvider')
  return editor
}

/** Returns the kind of the edited document. Throws in the editor of a product. */
export function useDocumentKind(): DocumentKind {
  const { kind } = useEditor().subject
  if (!kind) throw new Error('useDocumentKind must be used in the editor of a document')
  return kind
}

/** Returns a part of the editor's state. `select` must return the same reference while the part is unchanged. */
export function useEditorState<Selected>(select: (state: EditorState) => Selected): Selected {
  const { store } = useEditor()
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}

/** Returns the value at a path. The component rerenders only if this value changes. */
export function useValueAt(path: string): unknown {
  return useEditorState(({ document }) => getValueAt(document, parsePath(path)))
}

/** Returns the function that sets the value at a path. */
export function useSetValue(): (path: JsonPath, value: unknown) => void {
  return useEditor().store.set
}

/** Returns the errors of the last validation that haven't been fixed since. */
export function useFieldErrors(): readonly FieldError[] {
  const { view } = useEditor()
  return useSyncExternalStore(view.subscribe, view.getErrors)
}

/** Returns the error message of a field from the last validation; `undefined` if it is valid. */
export function useFieldError(path: string): string | undefined {
  const { view } = useEditor()
  return useSyncExternalStore(view.subscribe, () => view.getErrorAt(path))
}
