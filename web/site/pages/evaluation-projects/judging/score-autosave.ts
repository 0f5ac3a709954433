/**
 * Saves a judge's scores automatically. Each change is stored on the device immediately and sent after a short delay;
 * changes are sent one at a time. Changes that can't be sent are retained with the reason.
 */
import type { Judging, ProjectScore, ScoreSave } from '#contracts/evaluation-projects/score.ts'
import { isCallError, toErrorMessage } from '../../../../shared/call-error.ts'
import { type Cell, getCellKey, hasSameValues, mapOwnScores } from './score-drafts.ts'
import { createScoreStore, type DraftStorage } from './score-store.ts'

type AutosaveDependencies = {
  send: (score: ScoreSave) => Promise<ProjectScore>
  /** Reloads the judge's scores. */
  read: () => Promise<Judging>
  storage: DraftStorage
}

export type ScoreAutosave = ReturnType<typeof createScoreAutosave>

const DEBOUNCE_MS = 500
const RETRY_DELAY_MS = 10_000

export function createScoreAutosave(judging: Judging, { send, read, storage }: AutosaveDependencies) {
  const store = createScoreStore(judging, storage)
  const { getState, setPending } = store
  let pendingFlush: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function scheduleSending(afterMs: number): void {
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
    while (getState().endReason === null) {
      const next = [...getState().pending].find(([, { status }]) => status === 'waiting' || status === 'offline')
      if (!next) return
      const [key, { draft }] = next
      setPending(key, { draft, status: 'sending' })
      try {
        applySaved(key, draft, await send(draft))
      } catch (error) {
        if (await applyFailure(key, error)) return scheduleSending(RETRY_DELAY_MS)
      }
    }
  }

  function applySaved(key: string, request: ScoreSave, reply: ProjectScore): void {
    store.setSaved(new Map(getState().saved).set(key, reply))
    const current = getState().pending.get(key)
    // An edit made during the request becomes the next change of the saved version.
    if (current && current.draft !== request)
      setPending(key, { draft: { ...current.draft, version: reply.version }, status: 'waiting' })
    else setPending(key, undefined)
  }

  /** Records why a score couldn't be sent. Returns whether to try again later. */
  async function applyFailure(key: string, error: unknown): Promise<boolean> {
    const { draft } = getState().pending.get(key) ?? {}
    if (!draft) return false
    const status = isCallError(error) ? error.status : 0
    const message = toErrorMessage(error)
    if (status === 412) return applyConflict(key, message)
    if (status === 404) store.setEndReason(message)
    // After a 401, the judge signs in again.
    const isTemporary = status === 0 || status === 401 || status === 429 || status >= 500
    setPending(key, { draft, status: isTemporary ? 'offline' : 'rejected', message })
    return isTemporary
  }

  /** Records the version that another window has saved. Returns whether to try again later. */
  async function applyConflict(key: string, message: string): Promise<boolean> {
    const latest = await read().catch(() => undefined)
    const { draft } = getState().pending.get(key) ?? {}
    if (!draft) return false
    if (!latest) {
      setPending(key, { draft, status: 'offline', message })
      return true
    }
    const saved = mapOwnScores(latest)
    const theirs = saved.get(key)
    store.setSaved(saved)
    // An earlier request was saved, but its reply was lost.
    if (theirs && hasSameValues(draft, theirs)) {
      setPending(key, undefined)
      return false
    }
    setPending(key, { draft, status: 'conflict', message, ...(theirs && { theirs }) })
    return false
  }

  return {
    getState,
    subscribe: store.subscribe,
    get: store.get,
    needsReason: store.needsReason,
    flush,

    /** Applies what the server has sent, and sends drafts that a change of the project's status permits. */
    load(latest: Judging): void {
      if (store.load(latest)) scheduleSending(0)
    },

    /** Adopts the drafts of a closed workspace and schedules sending them. Returns whether they are stored as its own. */
    adopt(drafts: readonly ScoreSave[]): boolean {
      store.adopt(drafts)
      scheduleSending(0)
      return getState().isStored
    },

    /** Sends everything a last time, because the workspace is being closed. What can't be sent stays stored. */
    async close(): Promise<void> {
      await flush()
      clearTimeout(timer)
    },

    /** Changes a cell, stores it on the device and schedules sending it. */
    edit(cell: Cell, changes: Partial<ScoreSave>): void {
      const key = getCellKey(cell)
      const draft = { ...store.get(cell), ...changes }
      const pending = getState().pending.get(key)
      if (pending?.status === 'conflict') {
        setPending(key, { ...pending, draft })
        return
      }
      setPending(key, store.toPending(draft))
      scheduleSending(DEBOUNCE_MS)
    },

    /** Resolves a conflict with this window's draft, or with the other window's version. */
    resolve(cell: Cell, choice: 'mine' | 'theirs'): void {
      const key = getCellKey(cell)
      const conflict = getState().pending.get(key)
      if (conflict?.status !== 'conflict') return
      const version = getState().saved.get(key)?.version ?? 0
      setPending(key, choice === 'mine' ? { draft: { ...conflict.draft, version }, status: 'waiting' } : undefined)
      scheduleSending(0)
    },
  }
}
