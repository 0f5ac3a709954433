/** What a form edits, and what it was made on: all that saving, drafts and leaving have to know of a form. */
import { isSame, mergeVersions } from './conflict/three-way.ts'

/** A value as the server last gave it. A save names its version. */
export type Versioned<Value> = { value: Value; version: number }

export type EditsState<Value> = { loaded: Versioned<Value>; isDirty: boolean }

export type Edits<Value> = {
  get(): EditsState<Value>
  subscribe(listener: () => void): () => void
  /** Returns what would be saved now; `undefined` if it can't be read, which the form then says itself. */
  current(): Value | undefined
  /** Shows a version of the server's: nothing is unsaved then. */
  load(fresh: Versioned<Value>): void
  /** Notes that the server took `sent` and keeps `fresh`. What was edited since stays an edit. */
  saved(sent: Value, fresh: Versioned<Value>): void
  /** Makes a newer version what the edits are compared with, and `value` the edits. */
  rebase(newer: Versioned<Value>, value: Value): void
}

/** Where fields hold what is typed: Ant Design's form, or a variable. */
export type FieldValues<Value> = { read(): Value; show(value: Value): void }

export type FieldEdits<Value> = ReturnType<typeof createFieldEdits<Value>>

/** Edits of a form whose value is read from its fields. What is shown already is not shown again under the hands. */
export function createFieldEdits<Value>(first: Versioned<Value>, fields: FieldValues<Value>) {
  const listeners = new Set<() => void>()
  let state: EditsState<Value> = { loaded: first, isDirty: false }

  function setState(loaded: Versioned<Value>, value: Value) {
    if (!isSame(fields.read(), value)) fields.show(value)
    state = { loaded, isDirty: !isSame(loaded.value, value) }
    for (const listener of listeners) listener()
  }

  return {
    get: () => state,
    current: () => fields.read(),
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Is to be called after each change of a field. */
    edited: (): void => setState(state.loaded, fields.read()),
    load: (fresh: Versioned<Value>): void => setState(fresh, fresh.value),
    rebase: setState,
    saved(sent: Value, fresh: Versioned<Value>): void {
      setState(fresh, mergeVersions({ base: sent, mine: fields.read(), theirs: fresh.value }).merged)
    },
  }
}

/** Fields whose value stands in a variable. */
export function fieldsInMemory<Value>(first: Value): FieldValues<Value> {
  let value = first
  return {
    read: () => value,
    show(next) {
      value = next
    },
  }
}
