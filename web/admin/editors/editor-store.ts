/** The state of an open editor: the loaded and the edited document, and in JSON mode its text. */

import { isObject, type JsonObject } from '#contracts/rules/is-object.ts'
import { type JsonPath, withValueAt } from '../parts/json-path.ts'
import type { Draft, Unsaved } from '../versioned/draft/draft-store.ts'
import type { Versioned } from '../versioned/edits.ts'
import { type JsonError, parseJson } from './json/parse-json.ts'

export type EditorState = {
  mode: 'form' | 'json'
  loaded: Versioned<JsonObject>
  document: JsonObject
  /** In JSON mode: what is typed, whether it parses or not. */
  text: string
  /** Why the text could not be read when it was asked for. */
  error: JsonError | null
  /** Counts replacements of the whole document, so that what shows it starts anew. */
  generation: number
  isDirty: boolean
}

export type EditorStore = ReturnType<typeof createEditorStore>

const toJsonText = (document: JsonObject) => JSON.stringify(document, null, 2)

/** Creates the store from a loaded document and the conversion of legacy formats. */
export function createEditorStore(
  loaded: Versioned<JsonObject>,
  upgradeDocument: (document: JsonObject) => JsonObject,
) {
  const listeners = new Set<() => void>()
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

  /** Returns the text's document, written our way. */
  function currentText(): string | undefined {
    const now = read()
    return 'document' in now ? toJsonText(now.document) : undefined
  }

  return {
    get: () => state,
    read,

    /** Returns the value to save; sets `error` for a text that can't be parsed. */
    current(): JsonObject | undefined {
      const now = read()
      const error = 'error' in now ? now.error : null
      if (error !== state.error) setState({ error })
      return 'document' in now ? now.document : undefined
    },

    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Returns an edit in the form. */
    set(path: JsonPath, value: unknown): void {
      const document = withValueAt(state.document, path, value)
      if (document !== state.document && isObject(document)) setState({ document, isDirty: true })
    },

    /** Returns an edit of the text. */
    setText(text: string): void {
      if (text !== state.text) setState({ text, isDirty: true })
    },

    /** Replaces the whole document as an edit: imported, restored from a draft, merged. */
    replace(document: JsonObject): void {
      const upgraded = upgradeDocument(document)
      setState({
        document: upgraded,
        text: toJsonText(upgraded),
        error: null,
        generation: state.generation + 1,
        isDirty: true,
      })
    },

    /** Returns a text as an edit, such as a draft that does not parse. */
    replaceText(text: string): void {
      setState({ mode: 'json', text, generation: state.generation + 1, isDirty: true })
    },

    /** Returns a document from the server: nothing is unsaved. */
    load(latest: Versioned<JsonObject>): void {
      setState({
        loaded: latest,
        document: latest.value,
        text: state.mode === 'json' ? toJsonText(latest.value) : '',
        error: null,
        generation: state.generation + 1,
        isDirty: false,
      })
    },

    /**
     * Applies the server's reply to a save. If the server changed the document, its version replaces ours; later edits
     * are kept.
     */
    saved(submitted: JsonObject, latest: Versioned<JsonObject>): void {
      const isEdited = state.mode === 'form' ? state.document !== submitted : toJsonText(submitted) !== currentText()
      if (isEdited) setState({ loaded: latest })
      else if (toJsonText(submitted) === toJsonText(latest.value))
        setState({ loaded: { value: submitted, version: latest.version }, document: submitted, isDirty: false })
      else this.load(latest)
    },

    /** Makes the server's newer document the base of the edits; the edits stay, or `document` replaces them. */
    rebase(newer: Versioned<JsonObject>, document?: JsonObject): void {
      setState({ loaded: newer })
      if (document === undefined) return
      const isShown = state.mode === 'form' ? document === state.document : toJsonText(document) === currentText()
      if (!isShown) this.replace(document)
    },

    /** Returns what is edited, as a draft keeps it. */
    unsaved: (): Unsaved => ({ value: state.document, text: state.mode === 'json' ? state.text : null }),

    /** Puts a draft in the place of the edits, over the version that it was made on. */
    restore({ loaded: draftLoaded, value, text }: Draft): void {
      setState({ loaded: draftLoaded })
      if (text === null) this.replace(value)
      else this.replaceText(text)
    },

    toJson(): void {
      if (state.mode === 'form') setState({ mode: 'json', text: toJsonText(state.document), error: null })
    },

    /** Carries the text's edits into the form; a text that can't be read keeps the mode. */
    toForm(): void {
      if (state.mode === 'form') return
      const document = this.current()
      if (document === undefined) return
      const isChanged = state.text !== toJsonText(state.document)
      setState({
        mode: 'form',
        text: '',
        ...(isChanged ? { document } : {}),
        generation: state.generation + 1,
      })
    },
  }
}
