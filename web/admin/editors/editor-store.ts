/** What an open editor holds: the document as loaded, as edited, and in JSON mode the text that stands for it. */

import { isObject, type JsonObject } from '#contracts/rules/is-object.ts'
import type { Versioned } from '../versioned/edits.ts'
import { type JsonFault, parseJson } from './json/parse-json.ts'
import { type JsonPath, withValueAt } from './json-path.ts'

export type EditorState = {
  mode: 'form' | 'json'
  loaded: Versioned<JsonObject>
  document: JsonObject
  /** In JSON mode: what is typed, whether it parses or not. */
  text: string
  /** Why the text could not be read when it was asked for. */
  fault: JsonFault | null
  /** Counts replacements of the whole document, so that what shows it starts anew. */
  generation: number
  isDirty: boolean
}

export type EditorStore = ReturnType<typeof createEditorStore>

const asText = (document: JsonObject) => JSON.stringify(document, null, 2)

/** Takes what was loaded, and what puts a read text or file into the words that the form knows. */
export function createEditorStore(loaded: Versioned<JsonObject>, inOurWords: (document: JsonObject) => JsonObject) {
  const listeners = new Set<() => void>()
  let state: EditorState = {
    mode: 'form',
    loaded,
    document: loaded.value,
    text: '',
    fault: null,
    generation: 0,
    isDirty: false,
  }

  function become(next: Partial<EditorState>) {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  /** Returns what would be saved now: the document, or what is wrong with the text. */
  function read(): { document: JsonObject } | { fault: JsonFault } {
    if (state.mode === 'form') return { document: state.document }
    const parsed = parseJson(state.text)
    if ('fault' in parsed) return parsed
    return { document: inOurWords(parsed.document) }
  }

  /** The text's document, written our way. */
  function currentText(): string | undefined {
    const now = read()
    return 'document' in now ? asText(now.document) : undefined
  }

  return {
    get: () => state,
    read,

    /** Returns what would be saved now. Of a text that can't be read it says why in `fault`. */
    current(): JsonObject | undefined {
      const now = read()
      const fault = 'fault' in now ? now.fault : null
      if (fault !== state.fault) become({ fault })
      return 'document' in now ? now.document : undefined
    },

    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** An edit in the form. */
    set(path: JsonPath, value: unknown): void {
      const document = withValueAt(state.document, path, value)
      if (document !== state.document && isObject(document)) become({ document, isDirty: true })
    },

    /** An edit of the text. */
    setText(text: string): void {
      if (text !== state.text) become({ text, isDirty: true })
    },

    /** Another document as an edit: imported, restored from a draft, merged. */
    replace(document: JsonObject): void {
      const ours = inOurWords(document)
      become({ document: ours, text: asText(ours), fault: null, generation: state.generation + 1, isDirty: true })
    },

    /** A text as an edit, such as a draft that does not parse. */
    replaceText(text: string): void {
      become({ mode: 'json', text, generation: state.generation + 1, isDirty: true })
    },

    /** A document from the server: nothing is unsaved. */
    load(fresh: Versioned<JsonObject>): void {
      become({
        loaded: fresh,
        document: fresh.value,
        text: state.mode === 'json' ? asText(fresh.value) : '',
        fault: null,
        generation: state.generation + 1,
        isDirty: false,
      })
    },

    /**
     * The server took what was sent. Where it is what stands here, nothing is drawn anew; where the server changed it
     * its form replaces ours; what was edited meanwhile stays as an edit.
     */
    saved(sent: JsonObject, fresh: Versioned<JsonObject>): void {
      const isEdited = state.mode === 'form' ? state.document !== sent : asText(sent) !== currentText()
      if (isEdited) become({ loaded: fresh })
      else if (asText(sent) === asText(fresh.value))
        become({ loaded: { value: sent, version: fresh.version }, document: sent, isDirty: false })
      else this.load(fresh)
    },

    /** The server's newer document becomes what edits are compared with; the edits stay, or `document` takes their place. */
    rebase(newer: Versioned<JsonObject>, document?: JsonObject): void {
      become({ loaded: newer })
      if (document === undefined) return
      const isShown = state.mode === 'form' ? document === state.document : asText(document) === currentText()
      if (!isShown) this.replace(document)
    },

    toJson(): void {
      if (state.mode === 'form') become({ mode: 'json', text: asText(state.document), fault: null })
    },

    /** Carries the text's edits into the form; a text that can't be read keeps the mode. */
    toForm(): void {
      if (state.mode === 'form') return
      const document = this.current()
      if (document === undefined) return
      const isChanged = state.text !== asText(state.document)
      become({
        mode: 'form',
        text: '',
        ...(isChanged ? { document } : {}),
        generation: state.generation + 1,
      })
    },
  }
}
