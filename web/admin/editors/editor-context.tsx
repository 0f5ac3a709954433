import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import type { FieldError } from '#contracts/errors.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import { getValueAt, parsePath } from '../components/json-path.ts'
import type { EditorResource } from './editor-resource.ts'
import type { EditorState } from './editor-state.ts'
import type { EditorStore } from './editor-store.ts'
import type { DocumentForm } from './form/form-types.ts'
import type { FormViewState } from './form-view-state.ts'

/** The state and the settings that all components of an editor share. */
export type Editor = {
  resource: EditorResource
  /** The sections and fields of the form. */
  form: DocumentForm
  /** The document and its unsaved edits. */
  store: EditorStore
  /** What is expanded in the form, and the errors it shows. */
  viewState: FormViewState
  /** Whether the signed-in user may edit the resource. */
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
  const { kind } = useEditor().resource
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

/** Returns the errors of the last validation that haven't been fixed since. */
export function useFieldErrors(): readonly FieldError[] {
  const { viewState } = useEditor()
  return useSyncExternalStore(viewState.subscribe, viewState.getErrors)
}

/** Returns the error message of a field from the last validation; `undefined` if it is valid. */
export function useFieldError(path: string): string | undefined {
  const { viewState } = useEditor()
  return useSyncExternalStore(viewState.subscribe, () => viewState.getErrorAt(path))
}
