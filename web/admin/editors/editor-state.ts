/** The state of an editor: the loaded and the edited document, and its text in JSON mode. */

import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { Versioned } from '../../shared/versioned/edits.ts'
import { isSame } from '../../shared/versioned/three-way.ts'
import type { StepMetadata } from '../../shared/versioned/undo-history.ts'
import { getValueAt, parsePath } from '../components/json-path.ts'
import type { EditorResource } from './editor-resource.ts'
import { type JsonError, parseJson } from './json/parse-json.ts'
import type { ListChange } from './list-change.ts'

export type EditorState = {
  mode: 'form' | 'json'
  loaded: Versioned<JsonObject>
  document: JsonObject
  /** The text in JSON mode, which may be invalid. */
  text: string
  /** The error of the last attempt to parse the text. */
  jsonError: JsonError | null
  /** Incremented if the entire document is replaced: used as a React key, so that the form is remounted. */
  generation: number
  isDirty: boolean
}

/** A state that undo returns to; `text` is `null` outside JSON mode. */
export type Snapshot = { loaded: Versioned<JsonObject>; document: JsonObject; text: string | null }
export type EditorStepMetadata = StepMetadata & { listChange?: ListChange }

export const createEditorState = (loaded: Versioned<JsonObject>): EditorState => ({
  mode: 'form',
  loaded,
  document: loaded.value,
  text: '',
  jsonError: null,
  generation: 0,
  isDirty: false,
})

export const toJsonText = (document: JsonObject): string => JSON.stringify(document, null, 2)

/** Returns the edited document, parsed from the text in JSON mode, or the error in the text. */
export function readDocument(
  { mode, document, text }: EditorState,
  upgradeDocument: EditorResource['upgradeDocument'],
): { document: JsonObject } | { error: JsonError } {
  if (mode === 'form') return { document }
  const parsed = parseJson(text)
  if ('error' in parsed) return parsed
  return { document: upgradeDocument(parsed.document, document) }
}

export const takeSnapshot = ({ loaded, document, mode, text }: EditorState): Snapshot => ({
  loaded,
  document,
  text: mode === 'json' ? text : null,
})

/** Returns whether a step changed nothing. Compares only its path: an entire catalogue takes too long per keystroke. */
export function isSameSnapshot(before: Snapshot, after: Snapshot, { path, listChange }: EditorStepMetadata): boolean {
  if (listChange || before.text !== after.text) return false
  const keys = parsePath(path ?? '')
  return isSame(getValueAt(before.document, keys), getValueAt(after.document, keys))
}

/** Returns the state after an undo or redo. A snapshot in JSON mode switches to it; others keep the mode. */
export function toSnapshotState(state: EditorState, snapshot: Snapshot, { path }: StepMetadata): EditorState {
  const { loaded, document, text } = snapshot
  const mode = text === null ? state.mode : 'json'
  return {
    mode,
    loaded,
    document,
    text: text ?? (mode === 'json' ? toJsonText(document) : ''),
    jsonError: null,
    // A change at one path rerenders only that field; a change of the entire document remounts the views.
    generation: path === undefined || mode === 'json' ? state.generation + 1 : state.generation,
    isDirty: document !== loaded.value || (text !== null && text !== toJsonText(loaded.value)),
  }
}

/** Returns the state with a document from the server in place of the edits. */
export const toLoadedState = ({ mode, generation }: EditorState, latest: Versioned<JsonObject>): EditorState => ({
  mode,
  loaded: latest,
  document: latest.value,
  text: mode === 'json' ? toJsonText(latest.value) : '',
  jsonError: null,
  generation: generation + 1,
  isDirty: false,
})
