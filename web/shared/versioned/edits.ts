/** The edits of a form and the version that they are based on. Saving, drafts, undo and leaving use this state. */

import { isTyping } from './is-typing.ts'
import { isSame, mergeVersions } from './three-way.ts'
import { createUndoHistory, type StepMetadata, type UndoResult } from './undo-history.ts'

/** A value from the server with its version, which the next save sends. */
export type Versioned<Value> = { value: Value; version: number }

type EditsState<Value> = { loaded: Versioned<Value>; isDirty: boolean }

/** The content of a draft: a value, and its text while it is edited as text. */
export type DraftContent<Value> = { value: Value; text: string | null }

/** Unsaved edits with the version that they are based on. */
export type RestoredEdits<Value> = DraftContent<Value> & { loaded: Versioned<Value> }

/** Undo and redo in a form. */
type UndoControls = {
  /** Returns where the undone change was made; `undefined` if there is nothing to undo. */
  undo(): StepMetadata | undefined
  redo(): StepMetadata | undefined
  canUndo(): boolean
  canRedo(): boolean
  /** Returns the id of the step that `undo` would revert. */
  getLastStepId(): number | undefined
  /** Ends the current step of typing, for example when another field gets the focus. */
  endStep(): void
}

export type Edits<Value> = UndoControls & {
  get(): EditsState<Value>
  subscribe(listener: () => void): () => void
  /** Returns the value to save; `undefined` if it is invalid, which the form shows itself. */
  getValue(): Value | undefined
  /** Loads a version from the server, discarding the edits. */
  load(fresh: Versioned<Value>): void
  /** Records that the server accepted `submitted` and stored `stored`. Later edits stay. */
  markSaved(submitted: Value, stored: Versioned<Value>): void
  /** Makes the latest version the base of the edits, which become `value`. */
  rebase(latest: Versioned<Value>, value: Value): void
  getDraftContent(): DraftContent<Value>
  /** Replaces the edits with a draft. They stay based on the draft's version, so that a save detects a later one. */
  restore(draft: RestoredEdits<Value>): void
}

/** The storage of a form's value: Ant Design's form, or a variable. */
type FieldValues<Value> = { read(): Value; write(value: Value): void }

/** Creates the edits of a form whose value is stored in its fields. Writes to the fields only if the value differs. */
export function createFieldEdits<Value>(initial: Versioned<Value>, fields: FieldValues<Value>) {
  type Snapshot = { loaded: Versioned<Value>; value: Value }
  const listeners = new Set<() => void>()
  const history = createUndoHistory<Snapshot>((state, other) => isSame(state.value, other.value))
  let state: EditsState<Value> = { loaded: initial, isDirty: false }
  /** The value after the last change. */
  let lastValue = initial.value

  function setState(loaded: Versioned<Value>, value: Value) {
    if (!isSame(fields.read(), value)) fields.write(value)
    lastValue = value
    state = { loaded, isDirty: !isSame(loaded.value, value) }
    for (const listener of listeners) listener()
  }

  function replace(loaded: Versioned<Value>, value: Value) {
    if (!isSame(lastValue, value)) history.record({ loaded: state.loaded, value: lastValue }, {})
    setState(loaded, value)
  }

  /**
   * Rebases the undo states that are based on the loaded version onto the version that replaces it. Older states keep
   * their own version, so that saving from there requires a comparison.
   */
  function rebaseUndoHistory(base: Versioned<Value>) {
    const { loaded: replaced } = state
    history.mapStates(({ loaded, value }) => ({ loaded: loaded === replaced ? base : loaded, value }))
    history.endStep()
  }

  function applyUndoResult(result: UndoResult<Snapshot, StepMetadata> | undefined): StepMetadata | undefined {
    if (result) setState(result.state.loaded, result.state.value)
    return result?.metadata
  }

  const takeSnapshot = (): Snapshot => ({ loaded: state.loaded, value: fields.read() })

  return {
    get: () => state,
    getValue: () => fields.read(),
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Records an edit. Must be called after each change of a field. */
    recordChange(): void {
      history.record({ loaded: state.loaded, value: lastValue }, {}, isTyping())
      setState(state.loaded, fields.read())
    },
    load(fresh: Versioned<Value>): void {
      history.clear()
      setState(fresh, fresh.value)
    },
    rebase(latest: Versioned<Value>, value: Value): void {
      if (isSame(state.loaded.value, latest.value)) rebaseUndoHistory(latest)
      replace(latest, value)
    },
    markSaved(submitted: Value, stored: Versioned<Value>): void {
      rebaseUndoHistory(stored)
      setState(stored, mergeVersions({ base: submitted, mine: fields.read(), theirs: stored.value }).merged)
    },
    getDraftContent: (): DraftContent<Value> => ({ value: fields.read(), text: null }),
    restore: ({ loaded, value }: RestoredEdits<Value>): void => replace(loaded, value),

    undo: () => applyUndoResult(history.undo(takeSnapshot())),
    redo: () => applyUndoResult(history.redo(takeSnapshot())),
    canUndo: history.canUndo,
    canRedo: history.canRedo,
    getLastStepId: history.getLastStepId,
    endStep: history.endStep,
  }
}

/** Creates fields whose value is stored in a variable. */
export function createInMemoryFields<Value>(initial: Value): FieldValues<Value> {
  let value = initial
  return {
    read: () => value,
    write(next) {
      value = next
    },
  }
}
