/**
 * The state machine of versioned saving (optimistic locking), without UI, for every form whose value others may save,
 * too.
 */
import type { FieldError } from '#contracts/errors.ts'
import type { Edits, Versioned } from './edits.ts'
import type { Versions } from './merge-additions.ts'
import { getSaveOutcome, type Saved } from './save-outcome.ts'
import { isSame, mergeVersions } from './three-way.ts'

/** Reads and saves the value. */
export type VersionedResource<Value> = {
  /** Reads the newest version. May throw. */
  read(): Promise<Versioned<Value>>
  /** Saves over a version, if that is still the newest. Throws a `CallFailure`. */
  save(value: Value, revision: Versioned<Value>): Promise<Saved<Value>>
  /** Returns a value as the server stores it, if that may differ. */
  normalize?(value: Value): Value
  /** Returns the server's field errors by the form's own paths, if those differ. */
  toFormErrors?(errors: readonly FieldError[], value: Value): readonly FieldError[]
  /** The message of a successful save whose own reply was lost. */
  savedMessage: string
  /** Returns the message of a save that failed. */
  getErrorMessage(error: unknown): string
  /** Returns the message if the newest version can't be loaded for a comparison, if it differs from that of a save. */
  describeNewerFailure?: ((error: unknown) => string) | undefined
  describeReloadFailure?: ((error: unknown) => string) | undefined
}

/** The outcome of the last action. */
export type Notice = { kind: 'success' | 'failure'; text: string }

/** The form to be saved: its edits, and how outcomes are shown in it. */
export type FormBinding<Value> = {
  edits: Edits<Value>
  /**
   * Shows field errors, or clears them. Returns whether the fields show all of them; otherwise the message is shown,
   * too.
   */
  setErrors(errors: readonly FieldError[]): boolean
  showNotice?: ((notice: Notice | null) => void) | undefined
}

export type VersionedFormOptions<Value> = {
  binding: FormBinding<Value>
  resource: VersionedResource<Value>
  /** Returns validation errors. */
  check?(value: Value, loaded: Value): readonly FieldError[]
  /** Handles a successful save. Returns whether it has shown a message itself. */
  onSaved?: ((saved: Saved<Value>) => boolean) | undefined
  /** Merges a newer version automatically, unless both changed the same value: for forms with autosave. */
  autoMerge?: boolean
}

export type Conflict<Value> = { versions: Versions<Value>; version: number }

export type VersionedFormState<Value> = {
  activity: 'none' | 'saving' | 'reading'
  notice: Notice | null
  /** A newer version that conflicts with the edits. */
  newer: Versioned<Value> | null
  /** The edits and the newer version, while they are shown side by side. */
  conflict: Conflict<Value> | null
  /** The number of saves refused for invalid fields. */
  refusals: number
}

export type VersionedForm<Value> = ReturnType<typeof createVersionedForm<Value>>

export function createVersionedForm<Value>(options: VersionedFormOptions<Value>) {
  const { binding, resource } = options
  const { edits } = binding
  const listeners = new Set<() => void>()
  let state: VersionedFormState<Value> = { activity: 'none', notice: null, newer: null, conflict: null, refusals: 0 }
  let running: Promise<void> | undefined
  /** Values whose saves got no reply, or an incomplete one: the server may have accepted them. */
  let unanswered: Value[] = []

  function setState(next: Partial<VersionedFormState<Value>>) {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  function finish(notice: Notice | null, next: Partial<VersionedFormState<Value>> = {}) {
    setState({ conflict: null, notice, ...next })
    binding.showNotice?.(notice)
  }

  /** Runs one action at a time, so that an older save never arrives last, even on a double click. */
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
    const value = edits.current()
    if (value === undefined) return finish(null)
    const errors = options.check?.(value, edits.get().loaded.value) ?? []
    if (errors.length > 0) return showErrors(errors)
    binding.setErrors([])
    await send(value)
  }

  async function send(value: Value): Promise<void> {
    const outcome = await getSaveOutcome(resource.save(value, edits.get().loaded), resource.getErrorMessage)
    if (outcome.status === 'saved') return succeed(value, outcome.saved)
    if (outcome.status === 'stale') return handleNewer(value, outcome.message)
    if (outcome.status === 'refused') {
      const errors = resource.toFormErrors?.(outcome.errors, value) ?? outcome.errors
      return showErrors(errors, outcome.message)
    }
    unanswered.push(value)
    if (outcome.status === 'incomplete') return handleNewer(value, outcome.message)
    finish(outcome.status === 'failed' ? { kind: 'failure', text: outcome.message } : null)
  }

  function succeed(submitted: Value, saved: Saved<Value>) {
    const { value, version } = saved
    unanswered = []
    edits.saved(submitted, { value, version })
    setState({ conflict: null, newer: null })
    if (!options.onSaved?.(saved)) finish({ kind: 'success', text: saved.message })
  }

  function showErrors(errors: readonly FieldError[], message?: string) {
    const isComplete = binding.setErrors(errors)
    const notice = message && !isComplete ? { kind: 'failure' as const, text: message } : null
    finish(notice, { refusals: state.refusals + 1 })
  }

  /** Distinguishes a newer version of our own, whose save got no reply, from somebody else's. */
  async function handleNewer(submitted: Value, message: string): Promise<void> {
    const newest = await readNewest()
    if (!newest) return
    if (newest.version === edits.get().loaded.version) return finish({ kind: 'failure', text: message })
    const ours = [submitted, ...unanswered].find((value) => isSame(resource.normalize?.(value) ?? value, newest.value))
    if (ours === undefined) return adoptNewer(newest, edits.current() ?? submitted)
    if (ours === submitted) return succeed(submitted, { ...newest, message: resource.savedMessage })
    // The previous save had arrived; only its reply was lost.
    unanswered = []
    edits.saved(ours, newest)
    await resend()
  }

  /** Rebases the edits onto the newer version and saves again, or opens the comparison. */
  async function adoptNewer(newest: Versioned<Value>, mine: Value): Promise<void> {
    unanswered = []
    const versions = { base: edits.get().loaded.value, mine, theirs: newest.value }
    if (!options.autoMerge && !isSame(versions.base, versions.theirs)) {
      setState({ newer: newest, conflict: { versions, version: newest.version } })
      return
    }
    const { merged, isContested } = mergeVersions(versions)
    if (isContested) return finish(null, { newer: newest })
    edits.rebase(newest, options.autoMerge ? merged : mine)
    await resend()
  }

  /** Takes over what an action stored although its reply was incomplete. Returns whether there is a newer version. */
  async function adoptStored(before: Value | undefined): Promise<boolean> {
    const newest = await readNewest()
    if (!newest || newest.version <= edits.get().loaded.version) return false
    succeed(before ?? newest.value, { ...newest, message: resource.savedMessage })
    return true
  }

  async function resend(): Promise<void> {
    const value = edits.current()
    if (value === undefined || !edits.get().isDirty) return finish({ kind: 'success', text: resource.savedMessage })
    await send(value)
  }

  async function readNewest(
    getErrorMessage = resource.describeNewerFailure ?? resource.getErrorMessage,
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

    /** Opens the comparison with the newest version before saving. */
    compare: () =>
      run('reading', async () => {
        const mine = edits.current()
        const newest = mine === undefined ? undefined : await readNewest()
        if (mine === undefined || !newest) return
        const versions = { base: edits.get().loaded.value, mine: edits.current() ?? mine, theirs: newest.value }
        setState({ newer: newest, conflict: { versions, version: newest.version } })
      }),

    closeConflict: () => setState({ conflict: null }),

    /** Saves the selection of both versions over the newer one. */
    saveMerged: (merged: Value) =>
      run('saving', async () => {
        if (!state.conflict) return
        const { version, versions } = state.conflict
        edits.rebase({ value: versions.theirs, version }, merged)
        setState({ newer: null })
        await saveEdits()
      }),

    /** Runs another action based on the loaded version, such as a reset. Edits are kept in case of a conflict. */
    perform: (
      operation: (revision: Versioned<Value>) => Promise<Saved<Value>>,
      getErrorMessage: (error: unknown) => string,
    ) =>
      run('saving', async () => {
        const before = edits.current()
        const outcome = await getSaveOutcome(operation(edits.get().loaded), getErrorMessage)
        if (outcome.status === 'saved') return succeed(before ?? outcome.saved.value, outcome.saved)
        if (outcome.status === 'cancelled') return finish(null)
        if (outcome.status === 'incomplete' && (await adoptStored(before))) return
        const newest = outcome.status === 'stale' ? await readNewest() : undefined
        const mine = edits.current()
        if (newest && mine !== undefined) {
          const versions = { base: edits.get().loaded.value, mine, theirs: newest.value }
          edits.rebase(newest, mergeVersions(versions).merged)
        }
        finish({ kind: 'failure', text: outcome.message })
      }),

    /** Reloads the newest version, discarding the edits. */
    reload: () =>
      run('reading', async () => {
        const newest = await readNewest(resource.describeReloadFailure)
        if (!newest) return
        unanswered = []
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

    /** Merges a newer version that was loaded elsewhere. During a save it may be the result of that save. */
    openConflict(newest: Versioned<Value>): void {
      const { loaded, isDirty } = edits.get()
      if (running || newest.version <= loaded.version) return
      const mine = edits.current()
      if (!isDirty || mine === undefined) {
        edits.load(newest)
        setState({ newer: null })
        return
      }
      const { merged, isContested } = mergeVersions({ base: loaded.value, mine, theirs: newest.value })
      // A newer version may differ in what the form doesn't edit.
      const isOpen = isContested || !(options.autoMerge || isSame(loaded.value, newest.value))
      if (!isOpen) edits.rebase(newest, merged)
      setState({ newer: isOpen ? newest : null })
    },

    /** Shows the outcome of another action on the form's value. */
    notify(notice: Notice | null): void {
      setState({ notice })
      binding.showNotice?.(notice)
    },
  }
}
