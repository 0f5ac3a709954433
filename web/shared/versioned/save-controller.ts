/** Saves a form with optimistic locking, without UI. Used by all forms whose value others may edit at the same time. */
import type { FieldError } from '#contracts/errors.ts'
import type { Edits, Versioned } from './edits.ts'
import type { Versions } from './merge-additions.ts'
import { getSaveOutcome, type Saved } from './save-outcome.ts'
import { isSame, mergeVersions } from './three-way.ts'

/** Loads and saves the value of a form. */
export type VersionedResource<Value> = {
  /** Reads the newest version. May throw. */
  read(): Promise<Versioned<Value>>
  /** Saves a value if `base` is still the newest version. Throws a `CallError`. */
  save(value: Value, base: Versioned<Value>): Promise<Saved<Value>>
  /** Returns a value as the server would store it; unchanged by default. */
  normalize?(value: Value): Value
  /** Maps the server's field errors to the paths of the form; unchanged by default. */
  toFormErrors?(errors: readonly FieldError[], value: Value): readonly FieldError[]
  /** The message after a successful save whose reply was lost. */
  savedMessage: string
  /** Returns the message for a failed save. */
  getErrorMessage(error: unknown): string
  /** Returns the message if the newest version can't be loaded for a comparison. Default: `getErrorMessage`. */
  getCompareErrorMessage?: ((error: unknown) => string) | undefined
  /** Returns the message for a failed reload. Default: that of a comparison. */
  getReloadErrorMessage?: ((error: unknown) => string) | undefined
}

/** The message about the last action. */
export type Notice = { kind: 'success' | 'failure'; text: string }

/** Connects the controller to a form: its edits, and how errors and messages are shown. */
export type FormBinding<Value> = {
  edits: Edits<Value>
  /** Replaces the shown field errors. Returns whether every error has a field; if not, the message is shown, too. */
  setErrors(errors: readonly FieldError[]): boolean
  showNotice?: ((notice: Notice | null) => void) | undefined
}

export type SaveControllerOptions<Value> = {
  binding: FormBinding<Value>
  resource: VersionedResource<Value>
  /** Returns the validation errors of a value, before it is sent. */
  validate?(value: Value, loaded: Value): readonly FieldError[]
  /** Handles a successful save. Returns whether it has shown a message itself. */
  onSaved?: ((saved: Saved<Value>) => boolean) | undefined
  /** Whether to merge a newer version without asking, unless both changed the same value. For forms with autosave. */
  autoMerge?: boolean
}

export type Conflict<Value> = { versions: Versions<Value>; version: number }

export type SaveState<Value> = {
  activity: 'none' | 'saving' | 'reading'
  notice: Notice | null
  /** A newer version that conflicts with the edits. */
  newer: Versioned<Value> | null
  /** The versions to compare while the conflict dialog is open. */
  conflict: Conflict<Value> | null
  /** The number of saves that were rejected because of invalid fields. */
  rejectionCount: number
}

export type SaveController<Value> = ReturnType<typeof createSaveController<Value>>

export function createSaveController<Value>(options: SaveControllerOptions<Value>) {
  const { binding, resource } = options
  const { edits } = binding
  const listeners = new Set<() => void>()
  let state: SaveState<Value> = { activity: 'none', notice: null, newer: null, conflict: null, rejectionCount: 0 }
  let running: Promise<void> | undefined
  /** Values whose saves got no reply or an incomplete one; the server may have stored them. */
  let valuesWithoutReply: Value[] = []

  function setState(changes: Partial<SaveState<Value>>) {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }

  function finish(notice: Notice | null, changes: Partial<SaveState<Value>> = {}) {
    setState({ conflict: null, notice, ...changes })
    binding.showNotice?.(notice)
  }

  /** Runs one action at a time, so that saves can't overtake each other. Further calls join the running action. */
  function run(activity: 'saving' | 'reading', operation: () => Promise<void>): Promise<void> {
    running ??= (async () => {
      try {
        setState({ activity, notice: null })
        binding.showNotice?.(null)
        await operation()
      } finally {
        running = undefined
        setState({ activity: 'none' })
      }
    })()
    return running
  }

  async function saveEdits(): Promise<void> {
    const value = edits.getValue()
    if (value === undefined) return finish(null)
    const errors = options.validate?.(value, edits.get().loaded.value) ?? []
    if (errors.length > 0) return showErrors(errors)
    binding.setErrors([])
    await send(value)
  }

  async function send(value: Value): Promise<void> {
    const outcome = await getSaveOutcome(resource.save(value, edits.get().loaded), resource.getErrorMessage)
    if (outcome.status === 'saved') return applySaved(value, outcome.saved)
    if (outcome.status === 'stale') return handleNewerVersion(value, outcome.message)
    if (outcome.status === 'invalid') {
      const errors = resource.toFormErrors?.(outcome.errors, value) ?? outcome.errors
      return showErrors(errors, outcome.message)
    }
    valuesWithoutReply.push(value)
    if (outcome.status === 'incomplete') return handleNewerVersion(value, outcome.message)
    finish(outcome.status === 'failed' ? { kind: 'failure', text: outcome.message } : null)
  }

  function applySaved(submitted: Value, saved: Saved<Value>) {
    const { value, version } = saved
    valuesWithoutReply = []
    edits.markSaved(submitted, { value, version })
    setState({ conflict: null, newer: null })
    if (!options.onSaved?.(saved)) finish({ kind: 'success', text: saved.message })
  }

  function showErrors(errors: readonly FieldError[], message?: string) {
    const hasFieldForEveryError = binding.setErrors(errors)
    const notice = message && !hasFieldForEveryError ? { kind: 'failure' as const, text: message } : null
    finish(notice, { rejectionCount: state.rejectionCount + 1 })
  }

  /** Checks whether a newer version is our own earlier save, whose reply was lost, or somebody else's. */
  async function handleNewerVersion(submitted: Value, message: string): Promise<void> {
    const newest = await loadLatest()
    if (!newest) return
    if (newest.version === edits.get().loaded.version) return finish({ kind: 'failure', text: message })
    const isStored = (value: Value) => isSame(resource.normalize?.(value) ?? value, newest.value)
    const ownStoredValue = [submitted, ...valuesWithoutReply].find(isStored)
    if (ownStoredValue === undefined) return resolveConflict(newest, edits.getValue() ?? submitted)
    if (ownStoredValue === submitted) return applySaved(submitted, { ...newest, message: resource.savedMessage })
    // An earlier save was stored; only its reply was lost.
    valuesWithoutReply = []
    edits.markSaved(ownStoredValue, newest)
    await resend()
  }

  /**
   * Asks the user to merge the newer version, unless its value is unchanged or `autoMerge` is set: the edits are then
   * rebased onto it and saved again.
   */
  async function resolveConflict(newest: Versioned<Value>, mine: Value): Promise<void> {
    valuesWithoutReply = []
    const versions = { base: edits.get().loaded.value, mine, theirs: newest.value }
    if (!options.autoMerge && !isSame(versions.base, versions.theirs)) {
      setState({ newer: newest, conflict: { versions, version: newest.version } })
      return
    }
    const { merged, hasConflict } = mergeVersions(versions)
    if (hasConflict) return finish(null, { newer: newest })
    edits.rebase(newest, options.autoMerge ? merged : mine)
    await resend()
  }

  /** Loads what an action with an incomplete reply has stored. Returns whether it has stored anything. */
  async function loadStored(before: Value | undefined): Promise<boolean> {
    const newest = await loadLatest()
    if (!newest || newest.version <= edits.get().loaded.version) return false
    applySaved(before ?? newest.value, { ...newest, message: resource.savedMessage })
    return true
  }

  async function resend(): Promise<void> {
    const value = edits.getValue()
    if (value === undefined || !edits.get().isDirty) return finish({ kind: 'success', text: resource.savedMessage })
    await send(value)
  }

  async function loadLatest(
    getErrorMessage = resource.getCompareErrorMessage ?? resource.getErrorMessage,
  ): Promise<Versioned<Value> | undefined> {
    try {
      return await resource.read()
    } catch (error) {
      finish({ kind: 'failure', text: getErrorMessage(error) })
      return undefined
    }
  }

  return {
    get: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    save: () => run('saving', saveEdits),

    /** Opens the conflict dialog to compare the edits with the newest version. */
    compare: () =>
      run('reading', async () => {
        const mine = edits.getValue()
        const newest = mine === undefined ? undefined : await loadLatest()
        if (mine === undefined || !newest) return
        const versions = { base: edits.get().loaded.value, mine: edits.getValue() ?? mine, theirs: newest.value }
        setState({ newer: newest, conflict: { versions, version: newest.version } })
      }),

    closeConflict: () => setState({ conflict: null }),

    /**
     * Saves the value that was merged in the conflict dialog, over the newer version. Waits for a running action, such as
     * an autosave, since a click must not be lost; its conflict may be newer, which is then compared again.
     */
    async saveMerged(merged: Value): Promise<void> {
      const { conflict } = state
      await running
      if (!conflict) return
      await run('saving', async () => {
        const { version, versions } = conflict
        edits.rebase({ value: versions.theirs, version }, merged)
        setState({ newer: null })
        await saveEdits()
      })
    },

    /** Runs another action that stores a new version, such as a reset. If it fails due to a newer one, edits stay. */
    runAction: (
      action: (base: Versioned<Value>) => Promise<Saved<Value>>,
      getErrorMessage: (error: unknown) => string,
    ) =>
      run('saving', async () => {
        const before = edits.getValue()
        const outcome = await getSaveOutcome(action(edits.get().loaded), getErrorMessage)
        if (outcome.status === 'saved') return applySaved(before ?? outcome.saved.value, outcome.saved)
        if (outcome.status === 'cancelled') return finish(null)
        if (outcome.status === 'incomplete' && (await loadStored(before))) return
        const newest = outcome.status === 'stale' ? await loadLatest() : undefined
        const mine = edits.getValue()
        if (newest && mine !== undefined) {
          const versions = { base: edits.get().loaded.value, mine, theirs: newest.value }
          edits.rebase(newest, mergeVersions(versions).merged)
        }
        finish({ kind: 'failure', text: outcome.message })
      }),

    /** Reloads the newest version, discarding the edits. */
    reload: () =>
      run('reading', async () => {
        const newest = await loadLatest(resource.getReloadErrorMessage)
        if (!newest) return
        valuesWithoutReply = []
        edits.load(newest)
        binding.setErrors([])
        finish(null, { newer: null })
      }),

    /** Discards the edits. */
    discard(): void {
      edits.load(state.newer ?? edits.get().loaded)
      binding.setErrors([])
      finish(null, { newer: null })
    },

    /** Merges a newer version that was loaded elsewhere. Ignored during a save, which may have stored that version. */
    mergeLatest(newest: Versioned<Value>): void {
      const { loaded, isDirty } = edits.get()
      if (running || newest.version <= loaded.version) return
      const mine = edits.getValue()
      if (!isDirty || mine === undefined) {
        edits.load(newest)
        setState({ newer: null })
        return
      }
      const { merged, hasConflict } = mergeVersions({ base: loaded.value, mine, theirs: newest.value })
      // A newer version may differ only in values that the form doesn't edit.
      const needsDecision = hasConflict || !(options.autoMerge || isSame(loaded.value, newest.value))
      if (!needsDecision) edits.rebase(newest, merged)
      setState({ newer: needsDecision ? newest : null })
    },

    /** Shows a message about another action. */
    notify(notice: Notice | null): void {
      setState({ notice })
      binding.showNotice?.(notice)
    },
  }
}
