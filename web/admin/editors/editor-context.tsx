import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import type { FieldError } from '#contracts/errors.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import { type JsonPath, parsePath, valueAt } from '../parts/json-path.ts'
import type { EditorState, EditorStore } from './editor-store.ts'
import type { DocumentForm } from './form/form-types.ts'
import type { OpenParts } from './open-parts.ts'
import type { Subject } from './subject.ts'

/** The context shared by all parts of an open editor. */
export type Editor = {
  subject: Subject
  form: DocumentForm
  store: EditorStore
  open: OpenParts
  /** Whether the signed-in user may change what is edited. */
  canEdit: boolean
}

const EditorContext = createContext<Editor | null>(null)

export const EditorProvider = ({ value, children }: { value: Editor; children: ReactNode }) => (
  <EditorContext value={value}>{children}</EditorContext>
)

export function useEditor(): Editor {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('a part of an editor stands outside EditorProvider')
  return editor
}

/** Returns the document that is edited; for parts that stand in a document's editor alone. */
export function useDocumentKind(): DocumentKind {
  const { kind } = useEditor().subject
  if (!kind) throw new Error('a part of a document stands in the editor of something else')
  return kind
}

/** Returns a part of the editor's state; what is chosen has to be the same value as long as it does not change. */
export function useEditorState<Chosen>(select: (state: EditorState) => Chosen): Chosen {
  const { store } = useEditor()
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}

/** Returns the value at a dotted path: only what shows that place is drawn again when it changes. */
export function useValueAt(dotted: string): unknown {
  return useEditorState(({ document }) => valueAt(document, parsePath(dotted)))
}

export function useSetValue(): (path: JsonPath, value: unknown) => void {
  return useEditor().store.set
}

/** Returns what the last check found wrong, and was not mended since. */
export function useFieldErrors(): readonly FieldError[] {
  const { open } = useEditor()
  return useSyncExternalStore(open.subscribe, open.errors)
}

/** Returns the sentence for a field that the last check found wrong. */
export function useFieldError(dotted: string): string | undefined {
  const { open } = useEditor()
  return useSyncExternalStore(open.subscribe, () => open.errorAt(dotted))
}
