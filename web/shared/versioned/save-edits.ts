/**
 * The save of a form's edits, up to its outcome: saved, invalid, failed, or a conflict that the user has to resolve.
 * `loaded` is the version that the edits are based on, `latest` the one that the server has by now, and `theirs` its value
 * beside `mine`.
 */
import type { FieldError } from '#contracts/errors.ts'
import type { Edits, Versioned } from './edits.ts'
import type { Versions } from './merge-additions.ts'
import { getSaveOutcome, type Saved } from './save-outcome.ts'
import type { Conflict, Notice, SaveStateStore } from './save-state.ts'
import { isSame, mergeVersions } from './three-way.ts'
import type { VersionedResource } from './versioned-resource.ts'

/** Connects the save to a form: its edits, and how errors and messages are shown. */
export type FormBinding<Value> = {
  edits: Edits<Value>
  /** Replaces the shown errors. Returns whether every error is shown; if not, a message is shown, too. */
  setErrors(errors: readonly FieldError[]): boolean
  showNotice?: ((notice: Notice | null) => void) | undefined
}

export type SaveOptions<Value> = {
  binding: FormBinding<Value>
  resource: VersionedResource<Value>
  /** Returns the validation errors of a value, before it is sent. */
  validate?(value: Value, loaded: Value): readonly FieldError[]
  /** Handles a successful save. Returns whether it has shown the message of the save itself, which then isn't shown again. */
  onSaved?: ((saved: Saved<Value>) => boolean) | undefined
  /** Whether to merge the latest version without asking, unless both changed the same value. For forms with autosave. */
  autoMerge?: boolean
}

/** Creates the functions that save edits. They must run one at a time (`state.run`). */
export function createEditsSaver<Value>(
  { binding, resource, validate, onSaved, autoMerge = false }: SaveOptions<Value>,
  state: SaveStateStore<Value>,
) {
  const { edits } = binding
  /** Values whose saves got no reply or an incomplete one; the server may have stored them. */
  let valuesWithoutReply: Value[] = []

  /** Validates the edits and sends them. */
  async function save(): Promise<void> {
    const value = edits.getValue()
    if (value === undefined) return state.finish(null)
    const errors = validate?.(value, edits.get().loaded.value) ?? []
    if (errors.length > 0) return showErrors(errors, [...new Set(errors.map(({ message }) => message))].join('；'))
    binding.setErrors([])
    await send(value)
  }

  async function send(value: Value): Promise<void> {
    const outcome = await getSaveOutcome(resource.save(value, edits.get().loaded), resource.getErrorMessage)
    switch (outcome.status) {
      case 'saved':
        return applySaved(value, outcome.saved)
      case 'stale':
        return compareWithStored(value, outcome.message)
      case 'invalid':
        return showErrors(resource.toFormErrors?.(outcome.errors, value) ?? outcome.errors, outcome.message)
      case 'incomplete':
        valuesWithoutReply.push(value)
        return compareWithStored(value, outcome.message)
      case 'failed':
        valuesWithoutReply.push(value)
        return state.finish({ kind: 'failure', text: outcome.message })
      case 'cancelled':
        valuesWithoutReply.push(value)
        return state.finish(null)
    }
  }

  /** Adopts what the server has stored. Edits made since `submitted` stay. */
  function applySaved(submitted: Value, saved: Saved<Value>): void {
    const { value, version } = saved
    valuesWithoutReply = []
    edits.markSaved(submitted, { value, version })
    state.set({ conflict: null, unmerged: null })
    const hasShownMessage = onSaved?.(saved) ?? false
    // Nothing else is left to finish: without a message of ours, `finish` would only remove theirs.
    if (!hasShownMessage) state.finish({ kind: 'success', text: saved.message })
  }

  function showErrors(errors: readonly FieldError[], message: string): void {
    const isEveryErrorShown = binding.setErrors(errors)
    const notice: Notice | null = isEveryErrorShown ? null : { kind: 'failure', text: message }
    state.finish(notice, { rejectionCount: state.get().rejectionCount + 1 })
  }

  /** Checks whether the latest version is our own earlier save, whose reply was lost, or somebody else's. */
  async function compareWithStored(submitted: Value, message: string): Promise<void> {
    const latest = await loadLatest()
    if (!latest) return
    if (latest.version === edits.get().loaded.version) return state.finish({ kind: 'failure', text: message })
    const isStored = (value: Value) => isSame(resource.normalize?.(value) ?? value, latest.value)
    const ownStoredValue = [submitted, ...valuesWithoutReply].find(isStored)
    if (ownStoredValue === undefined) return resolveConflict(latest, edits.getValue() ?? submitted)
    if (ownStoredValue === submitted) return applySaved(submitted, { ...latest, message: resource.savedMessage })
    // An earlier save was stored; only its reply was lost.
    valuesWithoutReply = []
    edits.markSaved(ownStoredValue, latest)
    await resend()
  }

  /**
   * Asks the user to merge the latest version, unless its value is unchanged or `autoMerge` is set: the edits are then
   * rebased onto it and saved again.
   */
  async function resolveConflict(latest: Versioned<Value>, mine: Value): Promise<void> {
    valuesWithoutReply = []
    const versions = getVersions(mine, latest)
    if (isSame(versions.base, versions.theirs)) edits.rebase(latest, mine)
    else if (autoMerge) {
      const { merged, hasConflict } = mergeVersions(versions)
      if (hasConflict) return state.finish(null, { unmerged: latest })
      edits.rebase(latest, merged)
    } else return openConflict(mine, latest)
    await resend()
  }

  async function resend(): Promise<void> {
    const value = edits.getValue()
    if (value === undefined || !edits.get().isDirty)
      return state.finish({ kind: 'success', text: resource.savedMessage })
    await send(value)
  }

  /** Returns the latest version. If it can't be loaded, shows the message and returns `undefined`. */
  async function loadLatest(
    getErrorMessage = resource.getCompareErrorMessage ?? resource.getErrorMessage,
  ): Promise<Versioned<Value> | undefined> {
    try {
      return await resource.read()
    } catch (error) {
      state.finish({ kind: 'failure', text: getErrorMessage(error) })
      return undefined
    }
  }

  const getVersions = (mine: Value, latest: Versioned<Value>): Versions<Value> => ({
    base: edits.get().loaded.value,
    mine,
    theirs: latest.value,
  })

  /** Opens the conflict dialog, which names the author of the latest version as soon as that is known. */
  function openConflict(mine: Value, latest: Versioned<Value>): void {
    const conflict = { versions: getVersions(mine, latest), version: latest.version }
    state.set({ unmerged: latest, conflict })
    void addAuthorship(conflict)
  }

  async function addAuthorship(conflict: Conflict<Value>): Promise<void> {
    const authorship = await resource.readAuthorship?.().catch(() => undefined)
    if (authorship && state.get().conflict === conflict) state.set({ conflict: { ...conflict, authorship } })
  }

  return {
    save,
    applySaved,
    loadLatest,
    getVersions,
    openConflict,
    forgetValuesWithoutReply(): void {
      valuesWithoutReply = []
    },
  }
}
