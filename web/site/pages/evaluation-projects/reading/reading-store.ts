/**
 * Saves what a reader says of replies. Each change is stored on the device at once and sent soon, one at a time. What can't
 * be sent stays with the reason.
 */
import type { Reading, ReadingRoom } from '#contracts/evaluation-grading/grading.ts'
import { isCallError, toErrorMessage } from '../../../../shared/call-error.ts'

export type ReadingDraft = Pick<Reading, 'verdict' | 'reason'>
/** A draft with the version of the saved reading that it changes. */
export type StoredReading = Reading

/** `conflict`: the item was read in another window. */
export type PendingStatus = 'waiting' | 'sending' | 'offline' | 'rejected' | 'conflict'
type PendingReading = { draft: StoredReading; status: PendingStatus; message?: string }

export type ReadingState = {
  saved: ReadonlyMap<string, Reading>
  pending: ReadonlyMap<string, PendingReading>
  /** Whether the device has stored all drafts. */
  isStored: boolean
  /** Why nothing can be saved any more; drafts are retained. */
  endReason: string | null
}

/** Keeps drafts on the device; `write` returns whether it could. */
export type ReadingStorage = {
  read: (item: string) => StoredReading | undefined
  write: (item: string, reading: StoredReading | undefined) => boolean
}

type Dependencies = {
  send: (item: string, draft: StoredReading) => Promise<Reading>
  /** Loads what the reader has said. */
  reload: () => Promise<ReadingRoom>
  storage: ReadingStorage
}

const DEBOUNCE_MS = 400
const RETRY_DELAY_MS = 10_000
const NOTHING: Reading = { verdict: null, reason: '', version: 0 }

const toSaved = ({ items }: ReadingRoom): ReadonlyMap<string, Reading> =>
  new Map(items.map(({ id, verdict, reason, version }) => [id, { verdict, reason, version }]))

const isSame = (a: ReadingDraft, b: ReadingDraft): boolean => a.verdict === b.verdict && a.reason === b.reason

export type ReadingStore = ReturnType<typeof createReadingStore>

export function createReadingStore(room: ReadingRoom, { send, reload, storage }: Dependencies) {
  let state: ReadingState = { saved: toSaved(room), pending: new Map(), isStored: true, endReason: null }
  const listeners = new Set<() => void>()
  let pendingFlush: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function setState(changes: Partial<ReadingState>): void {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }

  const getSaved = (item: string): Reading => state.saved.get(item) ?? NOTHING

  /** Replaces the pending reading of an item; `undefined` removes it. */
  function setPending(item: string, reading: PendingReading | undefined): void {
    const pending = new Map(state.pending)
    if (reading) pending.set(item, reading)
    else pending.delete(item)
    const isStored = storage.write(item, reading?.draft) && state.isStored
    setState({ pending, isStored: isStored || pending.size === 0 })
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
      const next = [...state.pending].find(([, { status }]) => status === 'waiting' || status === 'offline')
      if (!next) return
      const [item, { draft }] = next
      setPending(item, { draft, status: 'sending' })
      try {
        applySaved(item, draft, await send(item, draft))
      } catch (error) {
        if (await applyFailure(item, error)) return schedule(RETRY_DELAY_MS)
      }
    }
  }

  function applySaved(item: string, sent: StoredReading, reply: Reading): void {
    setState({ saved: new Map(state.saved).set(item, reply) })
    const current = state.pending.get(item)
    // An edit made during the request becomes the next change of the saved version.
    if (current && !isSame(current.draft, sent))
      setPending(item, { draft: { ...current.draft, version: reply.version }, status: 'waiting' })
    else setPending(item, undefined)
  }

  /** Records why a reading couldn't be sent. Returns whether to try again later. */
  async function applyFailure(item: string, error: unknown): Promise<boolean> {
    const { draft } = state.pending.get(item) ?? {}
    if (!draft) return false
    const status = isCallError(error) ? error.status : 0
    const message = toErrorMessage(error)
    if (status === 412) return applyConflict(item, message)
    // The reading is closed, or the reader's link revoked.
    if (status === 404 || status === 409) setState({ endReason: message })
    const isTemporary = status === 0 || status === 401 || status === 429 || status >= 500
    setPending(item, { draft, status: isTemporary ? 'offline' : 'rejected', message })
    return isTemporary
  }

  /** Loads what another window has saved. Returns whether to try again later. */
  async function applyConflict(item: string, message: string): Promise<boolean> {
    const latest = await reload().catch(() => undefined)
    const { draft } = state.pending.get(item) ?? {}
    if (!draft) return false
    if (!latest) {
      setPending(item, { draft, status: 'offline', message })
      return true
    }
    setState({ saved: toSaved(latest) })
    // An earlier request was saved, but its reply was lost.
    if (isSame(draft, getSaved(item))) setPending(item, undefined)
    else setPending(item, { draft, status: 'conflict', message })
    return false
  }

  /** Takes up what this device has stored for an item and not sent, perhaps in a tab that was closed. */
  function adopt(item: string): void {
    const stored = storage.read(item)
    if (!stored) return
    if (isSame(stored, getSaved(item))) storage.write(item, undefined)
    else if (stored.version === getSaved(item).version) setPending(item, { draft: stored, status: 'waiting' })
    else setPending(item, { draft: stored, status: 'conflict' })
  }

  for (const { id } of room.items) adopt(id)
  if (state.pending.size > 0) schedule(0)

  return {
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    flush,

    /** Returns what the reader says of an item, saved or not. */
    get: (item: string): ReadingDraft => state.pending.get(item)?.draft ?? getSaved(item),

    /** Changes what the reader says of an item, stores it on the device and sends it soon. */
    edit(item: string, changes: Partial<ReadingDraft>): void {
      const current = state.pending.get(item)
      const draft = { ...(current?.draft ?? getSaved(item)), ...changes }
      const isKept = current?.status === 'conflict' || current?.status === 'sending'
      setPending(item, isKept ? { ...current, draft } : { draft, status: 'waiting' })
      // A verdict is sent at once: who reads fast would otherwise put it off again and again.
      if (current?.status !== 'conflict') schedule('reason' in changes ? DEBOUNCE_MS : 0)
    },

    /** Resolves a conflict with this window's draft, or with what the other window has saved. */
    resolve(item: string, choice: 'mine' | 'theirs'): void {
      const current = state.pending.get(item)
      if (current?.status !== 'conflict') return
      const draft = { ...current.draft, version: getSaved(item).version }
      setPending(item, choice === 'mine' ? { draft, status: 'waiting' } : undefined)
      schedule(0)
    },

    /** Sends everything a last time, because the room is being left. What can't be sent stays stored. */
    async close(): Promise<void> {
      await flush()
      clearTimeout(timer)
    },
  }
}
