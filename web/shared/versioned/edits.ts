/** The edits of a form and the version that they are based on: the state behind saving, drafts, undo and leaving. */

import { isTyping } from './is-typing.ts'
import { isSame, mergeVersions } from './three-way.ts'
import { type Arrival, createUndoHistory, type StepNote } from './undo-history.ts'

/** The last value from the server. A save sends its version. */
export type Versioned<Value> = { value: Value; version: number }

export type EditsState<Value> = { loaded: Versioned<Value>; isDirty: boolean }

/** The content of a draft: a value, and its text while it is edited as text. */
export type Unsaved<Value> = { value: Value; text: string | null }

/** Unsaved edits with the version that they are based on. */
export type RestoredEdits<Value> = Unsaved<Value> & { loaded: Versioned<Value> }

/** Undo and redo in a form. */
export type Undoing = {
  /** Returns where the undone change was; `undefined` if there was nothing to undo. */
  undo(): StepNote | undefined
  redo(): StepNote | undefined
  canUndo(): boolean
  canRedo(): boolean
  /** Identifies the step that `undo` would revert. */
  lastStep(): number | undefined
  /** Called when another field is entered: typing there is another step. */
  closeStep(): void
}

export type Edits<Value> = Undoing & {
  get(): EditsState<Value>
  subscribe(listener: () => void): () => void
  /** Returns the value to save; `undefined` if it is invalid, which the form shows itself. */
  current(): Value | undefined
  /** Loads a version from the server, discarding the edits. */
  load(fresh: Versioned<Value>): void
  /** Records that the server accepted `submitted` and stored `fresh`. Later edits stay. */
  saved(submitted: Value, fresh: Versioned<Value>): void
  /** Makes a newer version the base of the edits, which become `value`. */
  rebase(newer: Versioned<Value>, value: Value): void
  unsaved(): Unsaved<Value>
  /** Replaces the edits with a draft. They stay based on the draft's version, so that a save detects a newer one. */
  restore(draft: RestoredEdits<Value>): void
}

/** The storage of field values: Ant Design's form, or a variable. */
export type FieldValues<Value> = { read(): Value; show(value: Value): void }

export type FieldEdits<Value> = ReturnType<typeof createFieldEdits<Value>>

/** Creates the edits of a form whose value is read from its fields. Fields are not overwritten while typing. */
export function createFieldEdits<Value>(first: Versioned<Value>, fields: FieldValues<Value>) {
  type Snapshot = { loaded: Versioned<Value>; value: Value }
  const listeners = new Set<() => void>()
  const history = createUndoHistory<Snapshot>((state, other) => isSame(state.value, other.value))
  let state: EditsState<Value> = { loaded: first, isDirty: false }
  /** The value of the fields after the last change. */
  let last = first.value

  function setState(loaded: Versioned<Value>, value: Value) {
    if (!isSame(fields.read(), value)) fields.show(value)
    last = value
    state = { loaded, isDirty: !isSame(loaded.value, value) }
    for (const listener of listeners) listener()
  }

  function replace(loaded: Versioned<Value>, value: Value) {
    if (!isSame(last, value)) history.record({ loaded: state.loaded, value: last }, {})
    setState(loaded, value)
  }

  /**
   * Moves the states that are based on the loaded version to the version that replaces it. Older states keep their own
   * version: saving from there requires a comparison.
   */
  function rebaseHistory(base: Versioned<Value>) {
    const { loaded: before } = state
    history.mapStates(({ loaded, value }) => ({ loaded: loaded === before ? base : loaded, value }))
    history.close()
  }

  function goTo(arrival: Arrival<Snapshot, StepNote> | undefined): StepNote | undefined {
    if (arrival) setState(arrival.state.loaded, arrival.state.value)
    return arrival?.note
  }

  const current = (): Snapshot => ({ loaded: state.loaded, value: fields.read() })

  return {
    get: () => state,
    current: () => fields.read(),
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Must be called after each change of a field. */
    edited(): void {
      history.record({ loaded: state.loaded, value: last }, {}, isTyping())
      setState(state.loaded, fields.read())
    },
    load(fresh: Versioned<Value>): void {
      history.clear()
      setState(fresh, fresh.value)
    },
    rebase(newer: Versioned<Value>, value: Value): void {
      if (isSame(state.loaded.value, newer.value)) rebaseHistory(newer)
      replace(newer, value)
    },
    saved(submitted: Value, fresh: Versioned<Value>): void {
      rebaseHistory(fresh)
      setState(fresh, mergeVersions({ base: submitted, mine: fields.read(), theirs: fresh.value }).merged)
    },
    unsaved: (): Unsaved<Value> => ({ value: fields.read(), text: null }),
    restore: ({ loaded, value }: RestoredEdits<Value>): void => replace(loaded, value),

    undo: () => goTo(history.undo(current())),
    redo: () => goTo(history.redo(current())),
    canUndo: history.canUndo,
    canRedo: history.canRedo,
    lastStep: history.lastStep,
    closeStep: history.close,
  }
}

/** Creates fields whose value is stored in a variable. */
export function createInMemoryFields<Value>(first: Value): FieldValues<Value> {
  let value = first
  return {
    read: () => value,
    show(next) {
      value = next
    },
  }
}
