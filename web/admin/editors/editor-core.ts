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
import { type ListChange, mapPath } from './list-change.ts'

export type EditorCore = ReturnType<typeof createEditorCore>

/** Creates the state, the listeners and the undo history of an editor, on which the actions of its store are built. */
export function createEditorCore(loaded: Versioned<JsonObject>, upgradeDocument: EditorResource['upgradeDocument']) {
  const listeners = new Set<() => void>()
  const listListeners = new Set<(change: ListChange) => void>()
  const replacementListeners = new Set<() => void>()
  const history = createUndoHistory<Snapshot, EditorStepMetadata>(isSameSnapshot)
  let state = createEditorState(loaded)

  const read = () => readDocument(state, upgradeDocument)

  function setState(changes: Partial<EditorState>) {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }

  function notifyReplacementListeners() {
    for (const listener of replacementListeners) listener()
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

    notifyReplacementListeners,

    /**
     * Follows the value at a path while something is fetched for it, such as an upload. The result's `getPath` returns
     * where the value is now: list changes may have moved it. It returns `undefined` if nothing can be set there any
     * more: its list item was removed, another document replaced this one, or the editor is in JSON mode.
     */
    followPath(path: string): { getPath: () => string | undefined; stop: () => void } {
      let current: string | undefined = path
      const handleListChange = (change: ListChange) => {
        current = current === undefined ? undefined : mapPath(current, change)
      }
      const handleReplacement = () => {
        current = undefined
      }
      listListeners.add(handleListChange)
      replacementListeners.add(handleReplacement)
      return {
        getPath: () => (state.mode === 'form' ? current : undefined),
        stop() {
          listListeners.delete(handleListChange)
          replacementListeners.delete(handleReplacement)
        },
      }
    },

    /** Replaces the entire document as an edit, in both modes, after an import or a merge. */
    replace(document: JsonObject): void {
      recordStep({})
      const upgraded = upgradeDocument(document, state.document)
      notifyReplacementListeners()
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
