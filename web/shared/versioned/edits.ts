/** The edits of a form and their base: everything that saving, drafts, undoing and leaving need to know. */

import { isTyping } from './is-typing.ts'
import { isSame, mergeVersions } from './three-way.ts'
import { type Arrival, createUndoHistory, type StepNote } from './undo-history.ts'

/** The last value from the server. A save names its version. */
export type Versioned<Value> = { value: Value; version: number }

export type EditsState<Value> = { loaded: Versioned<Value>; isDirty: boolean }

/** What is edited, as a draft keeps it: a value, and the text that stands for it while it is edited as one. */
export type Unsaved<Value> = { value: Value; text: string | null }

/** Unsaved edits with the version that they were made on. */
export type RestoredEdits<Value> = Unsaved<Value> & { loaded: Versioned<Value> }

/** Going back and forward in a form. */
export type Undoing = {
  /** Returns the place of what was undone; `undefined` if there was nothing to undo. */
  undo(): StepNote | undefined
  redo(): StepNote | undefined
  canUndo(): boolean
  canRedo(): boolean
  /** Identifies what `undo` would take back. */
  lastStep(): number | undefined
  /** Another field is entered: what is typed there is another step. */
  closeStep(): void
}

export type Edits<Value> = Undoing & {
  get(): EditsState<Value>
  subscribe(listener: () => void): () => void
  /** Returns the value to save; `undefined` if it is invalid, which the form shows itself. */
  current(): Value | undefined
  /** Loads a version from the server, discarding the edits. */
  load(fresh: Versioned<Value>): void
  /** Records that the server accepted `sent` and stored `fresh`. Later edits stay. */
  saved(submitted: Value, fresh: Versioned<Value>): void
  /** Makes a newer version the base of the edits, which become `value`. */
  rebase(newer: Versioned<Value>, value: Value): void
  unsaved(): Unsaved<Value>
  /** Replaces the edits by a draft. Its base is the version that it was made on, so that a save notices a newer one. */
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
  /** What the fields held after the last change. */
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
   * Puts what was edited over the loaded version over the one that takes its place. What is older stays over its own: a
   * save from there has to be compared.
   */
  function moveHistory(base: Versioned<Value>) {
    const { loaded: before } = state
    history.mapStates(({ loaded, value }) => ({ loaded: loaded === before ? base : loaded, value }))
    history.close()
  }

  function arrive(arrival: Arrival<Snapshot, StepNote> | undefined): StepNote | undefined {
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

    /** Call this after each change of a field. */
    edited(): void {
      history.record({ loaded: state.loaded, value: last }, {}, isTyping())
      setState(state.loaded, fields.read())
    },
    load(fresh: Versioned<Value>): void {
      history.clear()
      setState(fresh, fresh.value)
    },
    rebase(newer: Versioned<Value>, value: Value): void {
      if (isSame(state.loaded.value, newer.value)) moveHistory(newer)
      replace(newer, value)
    },
    saved(submitted: Value, fresh: Versioned<Value>): void {
      moveHistory(fresh)
      setState(fresh, mergeVersions({ base: submitted, mine: fields.read(), theirs: fresh.value }).merged)
    },
    unsaved: (): Unsaved<Value> => ({ value: fields.read(), text: null }),
    restore: ({ loaded, value }: RestoredEdits<Value>): void => replace(loaded, value),

    undo: () => arrive(history.undo(current())),
    redo: () => arrive(history.redo(current())),
    canUndo: history.canUndo,
    canRedo: history.canRedo,
    lastStep: history.lastStep,
    closeStep: history.close,
  }
}

/** Creates fields whose value is in a variable. */
export function fieldsInMemory<Value>(first: Value): FieldValues<Value> {
  let value = first
  return {
    read: () => value,
    show(next) {
      value = next
    },
  }
}
