import { isObject, type JsonObject } from '#contracts/rules/is-object.ts'
import type { DraftContent, Edits, RestoredEdits, Versioned } from '../../shared/versioned/edits.ts'
import { isTyping } from '../../shared/versioned/is-typing.ts'
import { isSame } from '../../shared/versioned/three-way.ts'
import type { StepMetadata, UndoResult } from '../../shared/versioned/undo-history.ts'
import { formatPath, getValueAt, type JsonPath, parsePath, withValueAt } from '../components/json-path.ts'
import { createEditorCore, type EditorCore } from './editor-core.ts'
import type { EditorResource } from './editor-resource.ts'
import {
  type EditorStepMetadata,
  type Snapshot,
  takeSnapshot,
  toJsonText,
  toLoadedState,
  toSnapshotState,
} from './editor-state.ts'
import { applyListChange, invertListChange, type ListChange } from './list-change.ts'

export type EditorStore = ReturnType<typeof createEditorStore>

/** Creates the store for a loaded document. `upgradeDocument` converts legacy formats, given the current document. */
export function createEditorStore(loaded: Versioned<JsonObject>, upgradeDocument: EditorResource['upgradeDocument']) {
  const core = createEditorCore(loaded, upgradeDocument)
  return {
    get: core.get,
    read: core.read,
    getValue: core.getValue,
    subscribe: core.subscribe,
    onListChange: core.onListChange,
    followPath: core.followPath,
    ...createFormActions(core),
    ...createModeActions(core),
    ...createVersionActions(core),
    ...createUndoActions(core),
  } satisfies Edits<JsonObject> & Record<string, unknown>
}

/** The edits that the form makes. */
const createFormActions = ({ get, setState, recordStep, notifyListListeners, replace }: EditorCore) => ({
  /** Sets a value in the form. */
  set(path: JsonPath, value: unknown): void {
    const { document: before } = get()
    const document = withValueAt(before, path, value)
    if (document === before || !isObject(document)) return
    recordStep({ path: formatPath(path) }, isTyping())
    setState({ document, isDirty: true })
  },

  /** Adds, removes or moves a list item; `added` is the new one. */
  changeList(listChange: ListChange, added?: unknown): void {
    const path = parsePath(listChange.list)
    const value = getValueAt(get().document, path)
    const items: readonly unknown[] = Array.isArray(value) ? value : []
    const document = withValueAt(get().document, path, applyListChange(items, listChange, added))
    if (!isObject(document)) return
    recordStep({ path: listChange.list, listChange })
    notifyListListeners(listChange)
    setState({ document, isDirty: true })
  },

  replace,
})

/** The two modes, form and JSON text. */
const createModeActions = ({ get, read, getValue, setState, notifyReplacementListeners, history }: EditorCore) => ({
  switchToJson(): void {
    const { mode, document } = get()
    if (mode === 'form') setState({ mode: 'json', text: toJsonText(document), jsonError: null })
  },

  /** Replaces the text after typing. The text editor has its own undo history. */
  setText(text: string): void {
    if (text !== get().text) setState({ text, isDirty: true })
  },

  /**
   * Clears the syntax error if the text can be parsed again. Otherwise the error stays as it was reported: a new position
   * would move the cursor while someone types.
   */
  clearFixedJsonError(): void {
    if (get().jsonError && 'document' in read()) setState({ jsonError: null })
  },

  /** Switches to the form with the edited text; stays in JSON mode if it can't be parsed. */
  switchToForm(): void {
    const { mode, loaded, document: before, text, generation } = get()
    if (mode === 'form') return
    const document = getValue()
    if (document === undefined) return
    const isChanged = text !== toJsonText(before)
    if (isChanged) {
      history.record({ loaded, document: before, text: null }, {})
      notifyReplacementListeners()
    }
    setState({ mode: 'form', text: '', document: isChanged ? document : before, generation: generation + 1 })
  },
})

/** What saving, merging and drafts change: the loaded version, and the edits that are based on it. */
function createVersionActions(core: EditorCore) {
  const { get, read, setState, recordStep, replace, notifyReplacementListeners, history } = core

  /** Returns whether the editor contains this document. In JSON mode, formatting doesn't matter. */
  function hasDocument(document: JsonObject): boolean {
    if (get().mode === 'form') return document === get().document
    const content = read()
    return 'document' in content && toJsonText(document) === toJsonText(content.document)
  }

  /**
   * Rebases the undo states that are based on the loaded version onto the version that replaces it. Older states keep
   * their own version, so that saving from there requires a comparison.
   */
  function rebaseUndoHistory(base: Versioned<JsonObject>) {
    const { loaded: replaced } = get()
    history.mapStates((snapshot) => (snapshot.loaded === replaced ? { ...snapshot, loaded: base } : snapshot))
    history.endStep()
  }

  /**
   * Applies a change that the server has saved and that can't be undone, such as the deletion of a file. The form must
   * have no edits.
   */
  function applySavedChange(latest: Versioned<JsonObject>) {
    history.clear()
    setState(toLoadedState(get(), latest))
  }

  return {
    /** Loads a document from the server, discarding the edits and the undo history. */
    load(latest: Versioned<JsonObject>): void {
      notifyReplacementListeners()
      applySavedChange(latest)
    },

    applySavedChange,

    /**
     * Applies the server's response to a save. If the server changed the document, its version replaces ours, unless
     * there are later edits.
     */
    markSaved(submitted: JsonObject, latest: Versioned<JsonObject>): void {
      const isEdited = !hasDocument(submitted)
      const isUnchanged = !isEdited && toJsonText(submitted) === toJsonText(latest.value)
      const base = isUnchanged ? { value: submitted, version: latest.version } : latest
      rebaseUndoHistory(base)
      if (isEdited) setState({ loaded: base })
      else if (isUnchanged) setState({ loaded: base, document: submitted, isDirty: false })
      else setState(toLoadedState(get(), base))
    },

    /** Rebases the edits onto the server's newer document; `document`, if given, replaces them. */
    rebase(newer: Versioned<JsonObject>, document?: JsonObject): void {
      const isReplaced = document !== undefined && !hasDocument(document)
      if (isSame(get().loaded.value, newer.value)) rebaseUndoHistory(newer)
      if (isReplaced) replace(document)
      setState({ loaded: newer })
    },

    getDraftContent(): DraftContent<JsonObject> {
      const { document, mode, text } = get()
      return { value: document, text: mode === 'json' ? text : null }
    },

    /** Replaces the edits with a draft, which stays based on its own version. */
    restore({ loaded, value, text }: RestoredEdits<JsonObject>): void {
      if (text === null) replace(value)
      else {
        recordStep({})
        notifyReplacementListeners()
        setState({ mode: 'json', document: value, text, generation: get().generation + 1, isDirty: true })
      }
      setState({ loaded })
    },
  }
}

/** Undo and redo, which also return whether and where they changed something. */
function createUndoActions(core: EditorCore) {
  const { get, setState, notifyListListeners, notifyReplacementListeners, history } = core

  type Result = UndoResult<Snapshot, EditorStepMetadata> | undefined

  /** Applies an undo or redo. `listChange` is the list change that it makes, if any. */
  function applyResult(result: Result, listChange: ListChange | undefined): StepMetadata | undefined {
    if (!result) return undefined
    if (listChange) notifyListListeners(listChange)
    else if (result.metadata.path === undefined) notifyReplacementListeners()
    setState(toSnapshotState(get(), result.state, result.metadata))
    return listChange ? { path: getChangedPath(listChange) } : result.metadata
  }

  return {
    undo(): StepMetadata | undefined {
      const result = history.undo(takeSnapshot(get()))
      const listChange = result?.metadata.listChange
      return applyResult(result, listChange && invertListChange(listChange))
    },
    redo(): StepMetadata | undefined {
      const result = history.redo(takeSnapshot(get()))
      return applyResult(result, result?.metadata.listChange)
    },
    canUndo: history.canUndo,
    canRedo: history.canRedo,
    getLastStepId: history.getLastStepId,
    endStep: history.endStep,

    /** Clears the undo history, after a change that can't be undone, such as the deletion of a file. */
    clearHistory: history.clear,
  }
}

/** Returns the path of the added or moved item, or of the list if an item was removed. */
function getChangedPath(change: ListChange): string {
  if (change.kind === 'removed') return change.list
  return `${change.list}.${change.kind === 'moved' ? change.to : change.index}`
}
