/** The state of an open editor: the loaded and the edited document, in JSON mode its text, and how it came about. */

import { isObject, type JsonObject } from '#contracts/rules/is-object.ts'
import type { Edits, RestoredEdits, Unsaved, Versioned } from '../../shared/versioned/edits.ts'
import { isTyping } from '../../shared/versioned/is-typing.ts'
import { isSame } from '../../shared/versioned/three-way.ts'
import { type Arrival, createUndoHistory, type StepNote } from '../../shared/versioned/undo-history.ts'
import { dottedPath, type JsonPath, parsePath, valueAt, withValueAt } from '../parts/json-path.ts'
import { type JsonError, parseJson } from './json/parse-json.ts'
import { applyListChange, invertListChange, type ListChange } from './list-change.ts'

export type EditorState = {
  mode: 'form' | 'json'
  loaded: Versioned<JsonObject>
  document: JsonObject
  /** In JSON mode, the typed text, whether it parses or not. */
  text: string
  /** The error of the last attempt to parse the text. */
  error: JsonError | null
  /** Counts replacements of the whole document, so that its views are mounted anew. */
  generation: number
  isDirty: boolean
}

export type EditorStore = ReturnType<typeof createEditorStore>

/** What undoing goes back to; `text` is that of JSON mode. */
type Snapshot = { loaded: Versioned<JsonObject>; document: JsonObject; text: string | null }
type EditorNote = StepNote & { listChange?: ListChange }

/** The item that came or moved; the list, where one is gone. */
function changedPlace(change: ListChange): string {
  if (change.kind === 'removed') return change.list
  return `${change.list}.${change.kind === 'moved' ? change.to : change.index}`
}

const toJsonText = (document: JsonObject) => JSON.stringify(document, null, 2)

/** Compares the place of the step alone: a whole catalogue takes too long for a key. */
function isSameSnapshot(state: Snapshot, other: Snapshot, { path, listChange }: EditorNote): boolean {
  if (listChange || state.text !== other.text) return false
  const parts = parsePath(path ?? '')
  return isSame(valueAt(state.document, parts), valueAt(other.document, parts))
}

/** Creates the store from a loaded document and the conversion of legacy formats. */
export function createEditorStore(
  loaded: Versioned<JsonObject>,
  upgradeDocument: (document: JsonObject) => JsonObject,
) {
  const listeners = new Set<() => void>()
  const listListeners = new Set<(change: ListChange) => void>()
  const history = createUndoHistory<Snapshot, EditorNote>(isSameSnapshot)
  let state: EditorState = {
    mode: 'form',
    loaded,
    document: loaded.value,
    text: '',
    error: null,
    generation: 0,
    isDirty: false,
  }

  function setState(next: Partial<EditorState>) {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  /** Returns the document to save, or the error in the text. */
  function read(): { document: JsonObject } | { error: JsonError } {
    if (state.mode === 'form') return { document: state.document }
    const parsed = parseJson(state.text)
    if ('error' in parsed) return parsed
    return { document: upgradeDocument(parsed.document) }
  }

  /** Returns the value to save; sets `error` for a text that can't be parsed. */
  function current(): JsonObject | undefined {
    const now = read()
    const error = 'error' in now ? now.error : null
    if (error !== state.error) setState({ error })
    return 'document' in now ? now.document : undefined
  }

  /** Returns the text of the edited document in its canonical format. */
  function currentText(): string | undefined {
    const now = read()
    return 'document' in now ? toJsonText(now.document) : undefined
  }

  const takeSnapshot = (): Snapshot => ({
    loaded: state.loaded,
    document: state.document,
    text: state.mode === 'json' ? state.text : null,
  })

  const record = (note: EditorNote, isTyped = false) => history.record(takeSnapshot(), note, isTyped)

  /**
   * Puts what was edited over the loaded version over the one that takes its place. What is older stays over its own: a
   * save from there has to be compared.
   */
  function moveHistory(base: Versioned<JsonObject>) {
    const { loaded: before } = state
    history.mapStates(({ loaded: own, document, text }) => ({ loaded: own === before ? base : own, document, text }))
    history.close()
  }

  function announce(change: ListChange | undefined) {
    if (change) for (const listener of listListeners) listener(change)
  }

  /** Shows a document from the server: nothing is unsaved. */
  function show(latest: Versioned<JsonObject>) {
    setState({
      loaded: latest,
      document: latest.value,
      text: state.mode === 'json' ? toJsonText(latest.value) : '',
      error: null,
      generation: state.generation + 1,
      isDirty: false,
    })
  }

  /** Puts another document in the place of the edits, in both modes. */
  function replace(document: JsonObject) {
    record({})
    const upgraded = upgradeDocument(document)
    setState({
      document: upgraded,
      text: toJsonText(upgraded),
      error: null,
      generation: state.generation + 1,
      isDirty: true,
    })
  }

  function arrive(
    arrival: Arrival<Snapshot, EditorNote> | undefined,
    listChange: ListChange | undefined,
  ): StepNote | undefined {
    if (!arrival) return undefined
    const { document, text, loaded: base } = arrival.state
    const mode = text === null ? state.mode : 'json'
    announce(listChange)
    setState({
      mode,
      loaded: base,
      document,
      text: text ?? (mode === 'json' ? toJsonText(document) : ''),
      error: null,
      // What was changed at one place is drawn there; what was changed everywhere starts anew.
      generation: arrival.note.path === undefined || mode === 'json' ? state.generation + 1 : state.generation,
      isDirty: document !== base.value || (text !== null && text !== toJsonText(base.value)),
    })
    return listChange ? { path: changedPlace(listChange) } : arrival.note
  }

  return {
    get: () => state,
    read,
    current,

    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Listens to added, removed and moved list items, also those of undo and redo, before the state changes. */
    onListChange(listener: (change: ListChange) => void): () => void {
      listListeners.add(listener)
      return () => listListeners.delete(listener)
    },

    /** Sets a value in the form. */
    set(path: JsonPath, value: unknown): void {
      const document = withValueAt(state.document, path, value)
      if (document === state.document || !isObject(document)) return
      record({ path: dottedPath(path) }, isTyping())
      setState({ document, isDirty: true })
    },

    /** Adds, removes or moves a list item; `added` is the new one. */
    changeList(listChange: ListChange, added?: unknown): void {
      const path = parsePath(listChange.list)
      const value = valueAt(state.document, path)
      const items: readonly unknown[] = Array.isArray(value) ? value : []
      const document = withValueAt(state.document, path, applyListChange(items, listChange, added))
      if (!isObject(document)) return
      record({ path: listChange.list, listChange })
      announce(listChange)
      setState({ document, isDirty: true })
    },

    /** Replaces the text after typing. The text editor has its own undo history. */
    setText(text: string): void {
      if (text !== state.text) setState({ text, isDirty: true })
    },

    /** Replaces the whole document as an edit: imported, merged. */
    replace,

    /** Loads a document from the server, discarding the edits and the undo history. */
    load(latest: Versioned<JsonObject>): void {
      history.clear()
      show(latest)
    },

    /**
     * Applies the server's reply to a save. If the server changed the document, its version replaces ours; later edits
     * are kept.
     */
    saved(submitted: JsonObject, latest: Versioned<JsonObject>): void {
      const isEdited = state.mode === 'form' ? state.document !== submitted : toJsonText(submitted) !== currentText()
      const isAsSent = !isEdited && toJsonText(submitted) === toJsonText(latest.value)
      const base = isAsSent ? { value: submitted, version: latest.version } : latest
      moveHistory(base)
      if (isEdited) setState({ loaded: base })
      else if (isAsSent) setState({ loaded: base, document: submitted, isDirty: false })
      else show(base)
    },

    /** Rebases the edits onto the server's newer document; the edits stay, or `document` replaces them. */
    rebase(newer: Versioned<JsonObject>, document?: JsonObject): void {
      const isShown =
        document === undefined ||
        (state.mode === 'form' ? document === state.document : toJsonText(document) === currentText())
      if (isSame(state.loaded.value, newer.value)) moveHistory(newer)
      if (!isShown) replace(document)
      setState({ loaded: newer })
    },

    /** Clears the undo history, after a change that can't be undone, such as the deletion of a file. */
    forgetHistory: history.clear,

    /** Returns the edits as a draft stores them. */
    unsaved: (): Unsaved<JsonObject> => ({ value: state.document, text: state.mode === 'json' ? state.text : null }),

    /** Replaces the edits by a draft, based on the version that the draft was made on. */
    restore({ loaded: draftLoaded, value, text }: RestoredEdits<JsonObject>): void {
      if (text === null) replace(value)
      else {
        record({})
        setState({ mode: 'json', document: value, text, generation: state.generation + 1, isDirty: true })
      }
      setState({ loaded: draftLoaded })
    },

    undo(): StepNote | undefined {
      const arrival = history.undo(takeSnapshot())
      return arrive(arrival, arrival?.note.listChange && invertListChange(arrival.note.listChange))
    },
    redo(): StepNote | undefined {
      const arrival = history.redo(takeSnapshot())
      return arrive(arrival, arrival?.note.listChange)
    },
    canUndo: history.canUndo,
    canRedo: history.canRedo,
    lastStep: history.lastStep,
    closeStep: history.close,

    toJson(): void {
      if (state.mode === 'form') setState({ mode: 'json', text: toJsonText(state.document), error: null })
    },

    /** Switches to the form with the edited text; stays in JSON mode if it can't be parsed. */
    toForm(): void {
      if (state.mode === 'form') return
      const document = current()
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
