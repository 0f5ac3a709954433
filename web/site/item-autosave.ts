/**
 * Saves the items of a page as they are edited, such as a judge's scores or a vendor's answers. Each change is stored on
 * the device at once and sent after a pause, one at a time. What can't be sent is kept with the reason. If an item was
 * changed elsewhere, both versions are offered.
 */
import { isCallError, toErrorMessage } from '../shared/call-error.ts'

export type PendingStatus = 'waiting' | 'sending' | 'offline' | 'conflict' | 'rejected'
type PendingItem<Draft, Saved> = {
  draft: Draft
  status: PendingStatus
  message?: string
  /** The version that was saved elsewhere. */
  theirs?: Saved
}

export type AutosaveState<Draft, Saved> = {
  saved: ReadonlyMap<string, Saved>
  pending: ReadonlyMap<string, PendingItem<Draft, Saved>>
  /** Whether the device has stored all drafts. */
  isStored: boolean
  /** Why nothing can be saved any more; drafts are retained. */
  endReason: string | null
}

/** A draft with the key of its item. */
export type DraftEntry<Draft> = readonly [key: string, draft: Draft]

/** A draft has the version of the saved item that it changes; 0 if there is none. */
type Versioned = { version: number }

type AutosaveOptions<Draft, Saved> = {
  saved: ReadonlyMap<string, Saved>
  send: (key: string, draft: Draft) => Promise<Saved>
  /** Reads what the server has. */
  read: () => Promise<ReadonlyMap<string, Saved>>
  /** Stores all drafts on the device, in place of those before. Returns whether it could. */
  store: (drafts: readonly DraftEntry<Draft>[]) => boolean
  hasSameValues: (draft: Draft, other: Draft | Saved) => boolean
  isNewer?: (saved: Saved, other: Saved) => boolean
  /** Returns whether a draft is complete enough to be sent. */
  canSend?: (draft: Draft) => boolean
  /** The statuses of replies after which nothing can be saved any more. */
  endStatuses?: readonly number[]
}

const DEBOUNCE_MS = 500
const RETRY_DELAY_MS = 10_000

/** Returns whether a request may have been carried out, although no reply says so. */
const isLostStatus = (status: number): boolean => status === 0 || status >= 500

/** Returns whether to send again later. After a 401, the user signs in again. */
const isTemporaryStatus = (status: number): boolean => isLostStatus(status) || status === 401 || status === 429

const hasHigherVersion = (saved: Versioned, other: Versioned): boolean => saved.version > other.version

/** Creates the autosave of items, which have a key each. */
export function createItemAutosave<Draft extends Versioned, Saved extends Versioned>({
  saved: initiallySaved,
  send,
  read,
  store,
  hasSameValues,
  isNewer = hasHigherVersion,
  canSend = () => true,
  endStatuses = [],
}: AutosaveOptions<Draft, Saved>) {
  type Pending = PendingItem<Draft, Saved>
  type State = AutosaveState<Draft, Saved>

  let state: State = { saved: initiallySaved, pending: new Map(), isStored: true, endReason: null }
  /** Adopted drafts of items that have a pending one, which is saved first. */
  let queued: readonly DraftEntry<Draft>[] = []
  /** What was sent by item and may have been saved, although no reply said so. */
  const unanswered = new Map<string, readonly Draft[]>()
  const listeners = new Set<() => void>()
  let pendingFlush: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const listDrafts = ({ pending }: State): DraftEntry<Draft>[] => [
    ...[...pending].map(([key, { draft }]) => [key, draft] as const),
    ...queued,
  ]

  function setState(changes: Partial<State>): void {
    const next = { ...state, ...changes }
    state = { ...next, isStored: store(listDrafts(next)) }
    for (const listener of listeners) listener()
  }

  /** Replaces the pending draft of an item; `undefined` removes it. */
  function setPending(key: string, item: Pending | undefined): void {
    const pending = new Map(state.pending)
    if (item) pending.set(key, item)
    else pending.delete(key)
    setState({ pending })
    if (!item && queued.length > 0) addDrafts(queued)
  }

  const toWaiting = (draft: Draft): Pending => ({ draft, status: 'waiting' })

  /** Makes the drafts pending whose items have no pending one, and queues the others, unless they have been saved. */
  function addDrafts(drafts: readonly DraftEntry<Draft>[]): void {
    const pending = new Map(state.pending)
    const waiting: DraftEntry<Draft>[] = []
    for (const [key, draft] of drafts) {
      const current = pending.get(key)?.draft ?? state.saved.get(key)
      if (current && hasSameValues(draft, current)) continue
      if (pending.has(key)) waiting.push([key, draft])
      else pending.set(key, toWaiting(draft))
    }
    queued = waiting
    setState({ pending })
  }

  function schedule(afterMs: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), afterMs)
  }

  /** Sends everything that can be sent now. Resolves when no request is pending. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    pendingFlush ??= sendAll().finally(() => {
      pendingFlush = undefined
    })
    return pendingFlush
  }

  async function sendAll(): Promise<void> {
    while (state.endReason === null) {
      const next = [...state.pending].find(
        ([, { draft, status }]) => (status === 'waiting' || status === 'offline') && canSend(draft),
      )
      if (!next) return
      const [key, { draft }] = next
      setPending(key, { draft, status: 'sending' })
      try {
        applySaved(key, draft, await send(key, draft))
      } catch (error) {
        if (await applyFailure(key, draft, error)) return schedule(RETRY_DELAY_MS)
      }
    }
  }

  function applySaved(key: string, sent: Draft, reply: Saved): void {
    unanswered.delete(key)
    const known = state.saved.get(key)
    // What somebody else has saved since may have been loaded while the reply was on its way.
    if (!known || !isNewer(known, reply)) setState({ saved: new Map(state.saved).set(key, reply) })
    const draft = state.pending.get(key)?.draft
    // An edit made during the request becomes the next change of the saved version.
    const isEdited = draft && draft !== sent
    setPending(key, isEdited ? toWaiting({ ...draft, version: reply.version }) : undefined)
  }

  function keepUnanswered(key: string, sent: Draft): void {
    unanswered.set(key, [...(unanswered.get(key) ?? []), sent])
  }

  /** Records why an item couldn't be sent. Returns whether to try again later. */
  async function applyFailure(key: string, sent: Draft, error: unknown): Promise<boolean> {
    const { draft } = state.pending.get(key) ?? {}
    if (!draft) return false
    const status = isCallError(error) ? error.status : 0
    const message = toErrorMessage(error)
    if (status === 412) return applyConflict(key, sent, message)
    const isEnd = endStatuses.includes(status)
    if (isEnd) setState({ endReason: message })
    if (isLostStatus(status)) keepUnanswered(key, sent)
    const isTemporary = isTemporaryStatus(status)
    // An edit made during the request may be what the server accepts.
    if (!isTemporary && !isEnd && draft !== sent) setPending(key, toWaiting(draft))
    else setPending(key, { draft, status: isTemporary ? 'offline' : 'rejected', message })
    return isTemporary
  }

  /** Compares with what was saved elsewhere. Returns whether to try again later. */
  async function applyConflict(key: string, sent: Draft, message: string): Promise<boolean> {
    const latest = await read().catch(() => undefined)
    const { draft } = state.pending.get(key) ?? {}
    if (!draft) return false
    if (!latest) {
      setPending(key, { draft, status: 'offline', message })
      return true
    }
    load(latest)
    const theirs = state.saved.get(key)
    // An earlier request was saved, but its reply was lost; what was typed since changes that version.
    const isOwn = [sent, ...(unanswered.get(key) ?? [])].some((own) => theirs && hasSameValues(own, theirs))
    unanswered.delete(key)
    if (theirs && hasSameValues(draft, theirs)) setPending(key, undefined)
    else if (theirs && isOwn && theirs.version !== sent.version)
      setPending(key, toWaiting({ ...draft, version: theirs.version }))
    else setPending(key, { draft, status: 'conflict', message, ...(theirs && { theirs }) })
    return false
  }

  /** Applies what the server has, except where it is older than what was saved while it was on its way. */
  function load(latest: ReadonlyMap<string, Saved>): void {
    const saved = new Map(latest)
    for (const [key, own] of state.saved) {
      const other = saved.get(key)
      if (!other || isNewer(own, other)) saved.set(key, own)
    }
    // Whoever resolves a conflict decides about the newest version, and sees it.
    const pending = new Map(state.pending)
    for (const [key, item] of pending) {
      const theirs = saved.get(key)
      if (item.status === 'conflict' && theirs) pending.set(key, { ...item, theirs })
    }
    setState({ saved, pending })
  }

  return {
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    flush,
    load,

    /** Lists all drafts: pending ones, and those that wait for another one of their item. */
    listDrafts: () => listDrafts(state),

    /** Adopts drafts that the device has kept, and sends them. Those that were saved are dropped. */
    adopt(drafts: readonly DraftEntry<Draft>[]): void {
      if (drafts.length === 0) return
      addDrafts([...queued, ...drafts])
      schedule(0)
    },

    /** Replaces an item's draft, stores it on the device and schedules sending it. */
    put(key: string, draft: Draft, afterMs: number = DEBOUNCE_MS): void {
      const pending = state.pending.get(key)
      const isConflict = pending?.status === 'conflict'
      setPending(key, isConflict ? { ...pending, draft } : toWaiting(draft))
      if (!isConflict) schedule(afterMs)
    },

    /** Resolves a conflict with this page's draft, or with what was saved elsewhere. */
    resolve(key: string, choice: 'mine' | 'theirs'): void {
      const pending = state.pending.get(key)
      if (pending?.status !== 'conflict') return
      const version = state.saved.get(key)?.version ?? 0
      setPending(key, choice === 'mine' ? toWaiting({ ...pending.draft, version }) : undefined)
      schedule(0)
    },

    /** Sends rejected drafts again. */
    retryRejected(): void {
      const pending = new Map(state.pending)
      for (const [key, { draft, status }] of pending) if (status === 'rejected') pending.set(key, toWaiting(draft))
      setState({ pending })
      schedule(0)
    },

    /** Sends everything a last time, because the page is being left. What can't be sent stays stored. */
    async close(): Promise<void> {
      await flush()
      clearTimeout(timer)
    },
  }
}
