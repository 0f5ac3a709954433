import { isObject, type JsonObject } from '#contracts/rules/is-object.ts'
import type { DraftContent, Edits, RestoredEdits, Versioned } from '../../shared/versioned/edits.ts'
import { isTyping } from '../../shared/versioned/is-typing.ts'
import { isSame } from '../../shared/versioned/three-way.ts'
import { createUndoHistory, type StepMetadata, type UndoResult } from '../../shared/versioned/undo-history.ts'
import { formatPath, getValueAt, type JsonPath, parsePath, withValueAt } from '../components/json-path.ts'
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
  toLoadedState,
  toSnapshotState,
} from './editor-state.ts'
import { applyListChange, invertListChange, type ListChange } from './list-change.ts'

export type EditorStore = ReturnType<typeof createEditorStore>

/** Returns the path of the added or moved item, or of the list if an item was removed. */
function getChangedPath(change: ListChange): string {
  if (change.kind === 'removed') return change.list
  return `${change.list}.${change.kind === 'moved' ? change.to : change.index}`
}

/** Creates the store for a loaded document. `upgradeDocument` converts legacy formats, given the current document. */
export function createEditorStore(loaded: Versioned<JsonObject>, upgradeDocument: EditorResource['upgradeDocument']) {
  const listeners = new Set<() => void>()
  const listListeners = new Set<(change: ListChange) => void>()
  const history = createUndoHistory<Snapshot, EditorStepMetadata>(isSameSnapshot)
  let state = createEditorState(loaded)

  function setState(next: Partial<EditorState>) {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  const read = () => readDocument(state, upgradeDocument)

  /** Returns the document to save; `undefined` if the text can't be parsed, which sets `error`. */
  function getValue(): JsonObject | undefined {
    const content = read()
    const error = 'error' in content ? content.error : null
    if (error !== state.error) setState({ error })
    return 'document' in content ? content.document : undefined
  }

  /** Returns the text of the edited document in its canonical format. */
  function getCurrentText(): string | undefined {
    const content = read()
    return 'document' in content ? toJsonText(content.document) : undefined
  }

  const record = (metadata: EditorStepMetadata, isTyped = false) =>
    history.record(takeSnapshot(state), metadata, isTyped)

  /**
   * Rebases the undo states that are based on the loaded version onto the version that replaces it. Older states keep
   * their own version, so that saving from there requires a comparison.
   */
  function rebaseUndoHistory(base: Versioned<JsonObject>) {
    const { loaded: replaced } = state
    history.mapStates((snapshot) => (snapshot.loaded === replaced ? { ...snapshot, loaded: base } : snapshot))
    history.endStep()
  }

  function notifyListListeners(change: ListChange | undefined) {
    if (change) for (const listener of listListeners) listener(change)
  }

  /** Replaces the edited document, in both modes. */
  function replace(document: JsonObject) {
    record({})
    const upgraded = upgradeDocument(document, state.document)
    setState({
      document: upgraded,
      text: toJsonText(upgraded),
      error: null,
      generation: state.generation + 1,
      isDirty: true,
    })
  }

  /** Applies an undo or redo. `listChange` is the list change that it makes, if any. */
  function applyUndoResult(
    result: UndoResult<Snapshot, EditorStepMetadata> | undefined,
    listChange: ListChange | undefined,
  ): StepMetadata | undefined {
    if (!result) return undefined
    notifyListListeners(listChange)
    setState(toSnapshotState(state, result.state, result.metadata))
    return listChange ? { path: getChangedPath(listChange) } : result.metadata
  }

  return {
    get: () => state,

    /** Returns the document to save, or the error in the text. */
    read,
    getValue,

    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /**
     * Subscribes to added, removed and moved list items, including by undo and redo. Called before the state changes.
     */
    onListChange(listener: (change: ListChange) => void): () => void {
      listListeners.add(listener)
      return () => listListeners.delete(listener)
    },

    /** Sets a value in the form. */
    set(path: JsonPath, value: unknown): void {
      const document = withValueAt(state.document, path, value)
      if (document === state.document || !isObject(document)) return
      record({ path: formatPath(path) }, isTyping())
      setState({ document, isDirty: true })
    },

    /** Adds, removes or moves a list item; `added` is the new one. */
    changeList(listChange: ListChange, added?: unknown): void {
      const path = parsePath(listChange.list)
      const value = getValueAt(state.document, path)
      const items: readonly unknown[] = Array.isArray(value) ? value : []
      const document = withValueAt(state.document, path, applyListChange(items, listChange, added))
      if (!isObject(document)) return
      record({ path: listChange.list, listChange })
      notifyListListeners(listChange)
      setState({ document, isDirty: true })
    },

    /** Replaces the text after typing. The text editor has its own undo history. */
    setText(text: string): void {
      if (text !== state.text) setState({ text, isDirty: true })
    },

    /** Replaces the entire document as an edit, after an import or a merge. */
    replace,

    /** Loads a document from the server, discarding the edits and the undo history. */
    load(latest: Versioned<JsonObject>): void {
      history.clear()
      setState(toLoadedState(state, latest))
    },

    /**
     * Applies the server's response to a save. If the server changed the document, its version replaces ours, unless
     * there are later edits.
     */
    markSaved(submitted: JsonObject, latest: Versioned<JsonObject>): void {
      const isEdited = state.mode === 'form' ? state.document !== submitted : toJsonText(submitted) !== getCurrentText()
      const isUnchanged = !isEdited && toJsonText(submitted) === toJsonText(latest.value)
      const base = isUnchanged ? { value: submitted, version: latest.version } : latest
      rebaseUndoHistory(base)
      if (isEdited) setState({ loaded: base })
      else if (isUnchanged) setState({ loaded: base, document: submitted, isDirty: false })
      else setState(toLoadedState(state, base))
    },

    /** Rebases the edits onto the server's newer document; `document`, if given, replaces them. */
    rebase(newer: Versioned<JsonObject>, document?: JsonObject): void {
      const hasSameContent =
        document === undefined ||
        (state.mode === 'form' ? document === state.document : toJsonText(document) === getCurrentText())
      if (isSame(state.loaded.value, newer.value)) rebaseUndoHistory(newer)
      if (!hasSameContent) replace(document)
      setState({ loaded: newer })
    },

    /** Clears the undo history, after a change that can't be undone, such as the deletion of a file. */
    clearHistory: history.clear,

    getDraftContent: (): DraftContent<JsonObject> => ({
      value: state.document,
      text: state.mode === 'json' ? state.text : null,
    }),

    /** Replaces the edits with a draft, which stays based on its own version. */
    restore({ loaded: draftLoaded, value, text }: RestoredEdits<JsonObject>): void {
      if (text === null) replace(value)
      else {
        record({})
        setState({ mode: 'json', document: value, text, generation: state.generation + 1, isDirty: true })
      }
      setState({ loaded: draftLoaded })
    },

    undo(): StepMetadata | undefined {
      const result = history.undo(takeSnapshot(state))
      const listChange = result?.metadata.listChange
      return applyUndoResult(result, listChange && invertListChange(listChange))
    },
    redo(): StepMetadata | undefined {
      const result = history.redo(takeSnapshot(state))
      return applyUndoResult(result, result?.metadata.listChange)
    },
    canUndo: history.canUndo,
    canRedo: history.canRedo,
    getLastStepId: history.getLastStepId,
    endStep: history.endStep,

    /** Switches to JSON mode. */
    toJson(): void {
      if (state.mode === 'form') setState({ mode: 'json', text: toJsonText(state.document), error: null })
    },

    /** Switches to the form with the edited text; stays in JSON mode if it can't be parsed. */
    toForm(): void {
      if (state.mode === 'form') return
      const document = getValue()
      if (document === undefined) return
      const isChanged = state.text !== toJsonText(state.document)
      if (isChanged) history.record({ loaded: state.loaded, document: state.document, text: null }, {})
      setState({
        mode: 'form',
        text: '',
        ...(isChanged ? { document } : {}),
        generation: state.generation + 1,
      })
    },
  } satisfies Edits<JsonObject> & Record<string, unknown>
}
