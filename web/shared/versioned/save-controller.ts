/** Saves a form with optimistic locking, without UI. Used by all forms whose value others may edit at the same time. */
import type { Versioned } from './edits.ts'
import { createEditsSaver, type SaveOptions } from './save-edits.ts'
import { getSaveOutcome, type Saved } from './save-outcome.ts'
import { createSaveStateStore } from './save-state.ts'
import { isSame, mergeVersions } from './three-way.ts'

export type SaveController<Value> = ReturnType<typeof createSaveController<Value>>

export function createSaveController<Value>(options: SaveOptions<Value>) {
  const { binding, resource, autoMerge = false } = options
  const { edits } = binding
  const state = createSaveStateStore<Value>(binding.showNotice)
  const saver = createEditsSaver(options, state)

  async function compareWithLatest(): Promise<void> {
    const mine = edits.getValue()
    const latest = mine === undefined ? undefined : await saver.loadLatest()
    if (mine === undefined || !latest) return
    saver.openConflict(edits.getValue() ?? mine, latest)
  }

  async function reloadLatest(): Promise<void> {
    const latest = await saver.loadLatest(resource.getReloadErrorMessage)
    if (!latest) return
    saver.forgetValuesWithoutReply()
    resetEdits(latest)
  }

  function resetEdits(version: Versioned<Value>): void {
    edits.load(version)
    binding.setErrors([])
    state.finish(null, { unmerged: null })
  }

  /** Loads what an action with an incomplete reply has stored. Returns whether it has stored anything. */
  async function loadStored(before: Value | undefined): Promise<boolean> {
    const latest = await saver.loadLatest()
    if (!latest || latest.version <= edits.get().loaded.version) return false
    saver.applySaved(before ?? latest.value, { ...latest, message: resource.savedMessage })
    return true
  }

  /** Rebases the edits onto the latest version, merging both, unless both changed the same: the user has to decide then. */
  function mergeIntoEdits(latest: Versioned<Value>, canRebase: boolean): void {
    const mine = edits.getValue()
    if (mine === undefined) return
    const { merged, hasConflict } = mergeVersions(saver.getVersions(mine, latest))
    // The latest version may differ only in values that the form doesn't edit.
    const needsDecision = hasConflict || !(canRebase || isSame(edits.get().loaded.value, latest.value))
    if (!needsDecision) edits.rebase(latest, merged)
    state.set({ unmerged: needsDecision ? latest : null })
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    /** Shows a message about another action. */
    notify: state.notify,

    save: () => state.run('saving', saver.save),
    /** Opens the conflict dialog to compare the edits with the latest version. */
    compare: () => state.run('reading', compareWithLatest),
    /** Reloads the latest version, discarding the edits. */
    reload: () => state.run('reading', reloadLatest),
    /** Discards the edits. */
    discard: () => resetEdits(state.get().unmerged ?? edits.get().loaded),
    closeConflict: () => state.set({ conflict: null }),

    /**
     * Saves the value that was merged in the conflict dialog, over the latest version. Waits for a running action, such as
     * an autosave, since a click must not be lost; its conflict may be a later one, which is then compared again.
     */
    async saveMerged(merged: Value): Promise<void> {
      const { conflict } = state.get()
      await state.waitUntilIdle()
      if (!conflict) return
      await state.run('saving', async () => {
        const { version, versions } = conflict
        edits.rebase({ value: versions.theirs, version }, merged)
        state.set({ unmerged: null })
        await saver.save()
      })
    },

    /** Runs another action that stores a new version, such as a reset. If it fails due to a later one, edits stay. */
    runAction: (
      action: (base: Versioned<Value>) => Promise<Saved<Value>>,
      getErrorMessage: (error: unknown) => string,
    ) =>
      state.run('saving', async () => {
        const before = edits.getValue()
        const outcome = await getSaveOutcome(action(edits.get().loaded), getErrorMessage)
        if (outcome.status === 'saved') return saver.applySaved(before ?? outcome.saved.value, outcome.saved)
        if (outcome.status === 'cancelled') return state.finish(null)
        if (outcome.status === 'incomplete' && (await loadStored(before))) return
        const latest = outcome.status === 'stale' ? await saver.loadLatest() : undefined
        if (latest) mergeIntoEdits(latest, true)
        state.finish({ kind: 'failure', text: outcome.message })
      }),

    /** Merges the latest version, which was loaded elsewhere. Ignored during a save, which may have stored that version. */
    mergeLatest(latest: Versioned<Value>): void {
      const { loaded, isDirty } = edits.get()
      if (state.isRunning() || latest.version <= loaded.version) return
      if (isDirty && edits.getValue() !== undefined) {
        mergeIntoEdits(latest, autoMerge)
        return
      }
      edits.load(latest)
      state.set({ unmerged: null })
    },
  }
}
