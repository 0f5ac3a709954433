import type { Authorship } from '#contracts/content/revision.ts'
import type { Versioned } from './edits.ts'
import type { Versions } from './merge-additions.ts'

/** The message about the last action. */
export type Notice = { kind: 'success' | 'failure'; text: string }

export type Conflict<Value> = {
  versions: Versions<Value>
  version: number
  /** `undefined` while it is loaded, and if it is unknown. */
  authorship?: Authorship | undefined
}

export type SaveState<Value> = {
  activity: 'none' | 'saving' | 'reading'
  notice: Notice | null
  /** The latest version, if the edits conflict with it and the user has yet to merge them. */
  unmerged: Versioned<Value> | null
  /** The versions to compare while the conflict dialog is open. */
  conflict: Conflict<Value> | null
  /** The number of saves that were rejected because of invalid fields. */
  rejectionCount: number
}

export type SaveStateStore<Value> = ReturnType<typeof createSaveStateStore<Value>>

/** Creates the store of a save state, which runs one action at a time, so that saves can't overtake each other. */
export function createSaveStateStore<Value>(showNotice: ((notice: Notice | null) => void) | undefined) {
  const listeners = new Set<() => void>()
  let state: SaveState<Value> = { activity: 'none', notice: null, unmerged: null, conflict: null, rejectionCount: 0 }
  let running: Promise<void> | undefined

  function set(changes: Partial<SaveState<Value>>): void {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }

  function notify(notice: Notice | null): void {
    set({ notice })
    showNotice?.(notice)
  }

  async function runAction(activity: 'saving' | 'reading', action: () => Promise<void>): Promise<void> {
    try {
      set({ activity, notice: null })
      showNotice?.(null)
      await action()
    } finally {
      running = undefined
      set({ activity: 'none' })
    }
  }

  return {
    get: () => state,
    set,
    notify,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Ends an action: closes the conflict dialog and shows the action's message. */
    finish(notice: Notice | null, changes: Partial<SaveState<Value>> = {}): void {
      set({ conflict: null, notice, ...changes })
      showNotice?.(notice)
    },

    /** Runs an action. Joins the running action instead, if there is one. */
    run(activity: 'saving' | 'reading', action: () => Promise<void>): Promise<void> {
      running ??= runAction(activity, action)
      return running
    },
    isRunning: () => running !== undefined,
    waitUntilIdle: async (): Promise<void> => running,
  }
}
