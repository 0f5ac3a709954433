/** The edits of a form and their base: everything that saving, drafts and leaving need to know. */
import { isSame, mergeVersions } from './conflict/three-way.ts'

/** The last value from the server. A save names its version. */
export type Versioned<Value> = { value: Value; version: number }

export type EditsState<Value> = { loaded: Versioned<Value>; isDirty: boolean }

export type Edits<Value> = {
  get(): EditsState<Value>
  subscribe(listener: () => void): () => void
  /** Returns the value to save; `undefined` if it is invalid, which the form shows itself. */
  current(): Value | undefined
  /** Loads a version from the server, discarding the edits. */
  load(fresh: Versioned<Value>): void
  /** Records that the server accepted `sent` and stored `fresh`. Later edits stay. */
  saved(sent: Value, fresh: Versioned<Value>): void
  /** Makes a newer version the base, and `value` the edits. */
  rebase(newer: Versioned<Value>, value: Value): void
}

/** The storage of field values: Ant Design's form, or a variable. */
export type FieldValues<Value> = { read(): Value; show(value: Value): void }

export type FieldEdits<Value> = ReturnType<typeof createFieldEdits<Value>>

/** Creates the edits of a form whose value is read from its fields. Fields are not overwritten while typing. */
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

    /** Call this after each change of a field. */
    edited: (): void => setState(state.loaded, fields.read()),
    load: (fresh: Versioned<Value>): void => setState(fresh, fresh.value),
    rebase: setState,
    saved(sent: Value, fresh: Versioned<Value>): void {
      setState(fresh, mergeVersions({ base: sent, mine: fields.read(), theirs: fresh.value }).merged)
    },
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
