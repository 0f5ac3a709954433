/** Saving what others may save too, without a screen: one machine for every form of the back office. */
import type { FieldError } from '#contracts/errors.ts'
import type { Versions } from './conflict/merge-additions.ts'
import { isSame, mergeVersions } from './conflict/three-way.ts'
import type { Edits, Versioned } from './edits.ts'
import type { Saved, SaveOutcome } from './save-outcome.ts'

/** Where the value is read and saved, however that is done. */
export type VersionedSource<Value> = {
  /** Reads the newest version. May throw. */
  read(): Promise<Versioned<Value>>
  /** Saves over a version, if that is still the newest. */
  save(value: Value, revision: Versioned<Value>): Promise<SaveOutcome<Value>>
  /** Returns what the server keeps of a value, if that may be something else. */
  getKept?(value: Value): Value
  sentences: {
    saved: string
    /** Says why the newest version can't be had, with which the edits are to be compared. */
    describeNewerFailure(error: unknown): string
    describeReloadFailure?(error: unknown): string
  }
}

/** How the last act ended: the next one's end takes its place. */
export type Notice = { kind: 'success' | 'failure'; text: string }

/** A form's own side: what is edited, and where its outcome is shown. */
export type FormSide<Value> = {
  edits: Edits<Value>
  /** Shows at its fields what is wrong, or nothing. Returns whether that says all; else the sentence is shown, too. */
  setErrors(errors: readonly FieldError[]): boolean
  showNotice?(notice: Notice | null): void
}

export type VersionedFormOptions<Value> = {
  side: FormSide<Value>
  source: VersionedSource<Value>
  /** Returns what the server would refuse, without asking it. */
  check?(value: Value, loaded: Value): readonly FieldError[]
  /** Hears what the server keeps. Returns whether the form itself says so. */
  onSaved?(saved: Saved<Value>): boolean
  /** Merges a newer version without asking, unless both changed the same: for a form that saves itself. */
  mergesAlone?: boolean
}

export type Conflict<Value> = { versions: Versions<Value>; version: number }

export type VersionedFormState<Value> = {
  activity: 'none' | 'saving' | 'reading'
  notice: Notice | null
  /** A newer version, whose difference from the edits a person has to settle. */
  newer: Versioned<Value> | null
  /** The edits and the newer version, while they are shown beside each other. */
  conflict: Conflict<Value> | null
  /** Counts the saves that met a wrong field. */
  refusals: number
}

export type VersionedForm<Value> = ReturnType<typeof createVersionedForm<Value>>

export function createVersionedForm<Value>(options: VersionedFormOptions<Value>) {
  const { side, source } = options
  const { edits } = side
  const listeners = new Set<() => void>()
  let state: VersionedFormState<Value> = { activity: 'none', notice: null, newer: null, conflict: null, refusals: 0 }
  let running: Promise<void> | undefined
  /** What was sent and not answered: the server may have taken it. */
  let unanswered: Value[] = []

  function setState(next: Partial<VersionedFormState<Value>>) {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  function end(notice: Notice | null, next: Partial<VersionedFormState<Value>> = {}) {
    setState({ conflict: null, notice, ...next })
    side.showNotice?.(notice)
  }

  /** Runs one act at a time, so that an older save never arrives last: a double click comes before a button is disabled. */
  function run(activity: 'saving' | 'reading', operation: () => Promise<void>): Promise<void> {
    running ??= (async () => {
      try {
        setState({ activity, notice: null })
        side.showNotice?.(null)
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
    if (value === undefined) return end(null)
    const errors = options.check?.(value, edits.get().loaded.value) ?? []
    if (errors.length > 0) return showErrors(errors)
    side.setErrors([])
    await send(value)
  }

  async function send(value: Value): Promise<void> {
    const outcome = await source.save(value, edits.get().loaded)
    if (outcome.status === 'saved') return succeed(value, outcome.saved)
    if (outcome.status === 'stale') return meetNewer(value, outcome.message)
    if (outcome.status === 'refused') return showErrors(outcome.errors, outcome.message)
    unanswered.push(value)
    end(outcome.status === 'failed' ? { kind: 'failure', text: outcome.message } : null)
  }

  function succeed(sent: Value, saved: Saved<Value>) {
    const { value, version } = saved
    unanswered = []
    edits.saved(sent, { value, version })
    setState({ conflict: null, newer: null })
    if (!options.onSaved?.(saved)) end({ kind: 'success', text: saved.message })
  }

  function showErrors(errors: readonly FieldError[], message?: string) {
    const isAllSaid = side.setErrors(errors)
    const notice = message && !isAllSaid ? { kind: 'failure' as const, text: message } : null
    end(notice, { refusals: state.refusals + 1 })
  }

  /** Tells a newer version that is our own, whose save was not answered, from somebody else's. */
  async function meetNewer(sent: Value, stale: string): Promise<void> {
    const newest = await readNewest()
    if (!newest) return
    if (newest.version === edits.get().loaded.version) return end({ kind: 'failure', text: stale })
    const ours = [sent, ...unanswered].find((value) => isSame(source.getKept?.(value) ?? value, newest.value))
    if (ours === undefined) return takeNewer(newest, edits.current() ?? sent)
    if (ours === sent) return succeed(sent, { ...newest, message: source.sentences.saved })
    // The save before this one had arrived; its reply had not.
    unanswered = []
    edits.saved(ours, newest)
    await sendAgain()
  }

  /** Brings the edits onto somebody else's version and saves them again, or lays both before a person. */
  async function takeNewer(newest: Versioned<Value>, mine: Value): Promise<void> {
    unanswered = []
    const versions = { base: edits.get().loaded.value, mine, theirs: newest.value }
    if (!options.mergesAlone && !isSame(versions.base, versions.theirs)) {
      setState({ newer: newest, conflict: { versions, version: newest.version } })
      return
    }
    const { merged, isContested } = mergeVersions(versions)
    if (isContested) return end(null, { newer: newest })
    edits.rebase(newest, options.mergesAlone ? merged : mine)
    await sendAgain()
  }

  async function sendAgain(): Promise<void> {
    const value = edits.current()
    if (value === undefined || !edits.get().isDirty) return end({ kind: 'success', text: source.sentences.saved })
    await send(value)
  }

  async function readNewest(
    getMessageFor = source.sentences.describeNewerFailure,
  ): Promise<Versioned<Value> | undefined> {
    try {
      return await source.read()
    } catch (error) {
      end({ kind: 'failure', text: getMessageFor(error) })
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

    /** Lays the edits beside the newest version, before they are saved. */
    compare: () =>
      run('reading', async () => {
        const mine = edits.current()
        const newest = mine === undefined ? undefined : await readNewest()
        if (mine === undefined || !newest) return
        const versions = { base: edits.get().loaded.value, mine: edits.current() ?? mine, theirs: newest.value }
        setState({ newer: newest, conflict: { versions, version: newest.version } })
      }),

    closeConflict: () => setState({ conflict: null }),

    /** Saves what was chosen of both versions, over the newer one. */
    saveMerged: (merged: Value) =>
      run('saving', async () => {
        if (!state.conflict) return
        const { version, versions } = state.conflict
        edits.rebase({ value: versions.theirs, version }, merged)
        setState({ newer: null })
        await saveEdits()
      }),

    /** Does something else over the loaded version, such as a reset. Edits are kept if somebody was quicker. */
    perform: (operation: (revision: Versioned<Value>) => Promise<SaveOutcome<Value>>) =>
      run('saving', async () => {
        const before = edits.current()
        const outcome = await operation(edits.get().loaded)
        if (outcome.status === 'saved') return succeed(before ?? outcome.saved.value, outcome.saved)
        if (outcome.status === 'cancelled') return end(null)
        const newest = outcome.status === 'stale' ? await readNewest() : undefined
        const mine = edits.current()
        if (newest && mine !== undefined) {
          const versions = { base: edits.get().loaded.value, mine, theirs: newest.value }
          edits.rebase(newest, mergeVersions(versions).merged)
        }
        end({ kind: 'failure', text: outcome.message })
      }),

    /** Reads the newest version anew; the edits are given up. */
    reload: () =>
      run('reading', async () => {
        const newest = await readNewest(source.sentences.describeReloadFailure)
        if (!newest) return
        unanswered = []
        edits.load(newest)
        side.setErrors([])
        end(null, { newer: null })
      }),

    /** Gives the edits up, for the newest version that is known. */
    discard(): void {
      edits.load(state.newer ?? edits.get().loaded)
      side.setErrors([])
      end(null, { newer: null })
    },

    /** Takes in a newer version that was read by the way. During a save it may be that save's own. */
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
      const isOpen = isContested || !options.mergesAlone
      if (!isOpen) edits.rebase(newest, merged)
      setState({ newer: isOpen ? newest : null })
    },

    /** Says how something else ended that was done to the form's value. */
    notify(notice: Notice | null): void {
      setState({ notice })
      side.showNotice?.(notice)
    },
  }
}
