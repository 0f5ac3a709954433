import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { Versioned } from '../../shared/versioned/edits.ts'
import { createUndoHistory } from '../../shared/versioned/undo-history.ts'
import type { EditorResource } from './editor-resource.ts'
import {
  createEditorState,
  type EditorState,
  type EditorStepMetadata,
  isSameSnapshot,
  readDocument,
  type Snapshot,
  takeSnapshot,
  toJsonText,
} from './editor-state.ts'
import type { ListChange } from './list-change.ts'

export type EditorCore = ReturnType<typeof createEditorCore>

/** Creates the state, the listeners and the undo history of an editor, on which the actions of its store are built. */
export function createEditorCore(loaded: Versioned<JsonObject>, upgradeDocument: EditorResource['upgradeDocument']) {
  const listeners = new Set<() => void>()
  const listListeners = new Set<(change: ListChange) => void>()
  const history = createUndoHistory<Snapshot, EditorStepMetadata>(isSameSnapshot)
  let state = createEditorState(loaded)

  const read = () => readDocument(state, upgradeDocument)

  function setState(changes: Partial<EditorState>) {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }

  /** Makes the current state one that undo returns to. Must be called before an edit. */
  const recordStep = (metadata: EditorStepMetadata, isTyped = false) =>
    history.record(takeSnapshot(state), metadata, isTyped)

  return {
    history,
    get: () => state,
    setState,
    recordStep,

    /** Returns the edited document, or the error in the text. */
    read,

    /** Returns the document to save; `undefined` if the text can't be parsed, which sets `jsonError`. */
    getValue(): JsonObject | undefined {
      const content = read()
      const jsonError = 'error' in content ? content.error : null
      if (jsonError !== state.jsonError) setState({ jsonError })
      return 'document' in content ? content.document : undefined
    },

    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Subscribes to added, removed and moved list items, including by undo and redo, before the state changes. */
    onListChange(listener: (change: ListChange) => void): () => void {
      listListeners.add(listener)
      return () => listListeners.delete(listener)
    },

    notifyListListeners(change: ListChange): void {
      for (const listener of listListeners) listener(change)
    },

    /** Replaces the entire document as an edit, in both modes, after an import or a merge. */
    replace(document: JsonObject): void {
      recordStep({})
      const upgraded = upgradeDocument(document, state.document)
      setState({
        document: upgraded,
        text: toJsonText(upgraded),
        jsonError: null,
        generation: state.generation + 1,
        isDirty: true,
      })
    },
  }
}
