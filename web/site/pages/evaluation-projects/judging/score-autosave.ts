/**
 * Saves a judge's scores automatically. Each change is stored on the device immediately and sent after a short delay;
 * changes are sent one at a time. Changes that can't be sent are retained with the reason.
 */
import type { Judging, ProjectScore, ScoreSave } from '#contracts/evaluation-projects/score.ts'
import { isCallError, toErrorMessage } from '../../../../shared/call-error.ts'
import { type Cell, createDraft, getCellKey, listCellKeys, mapOwnScores } from './score-drafts.ts'

/** `reason-missing`: the reason for a revision is missing. `conflict`: the cell was changed in another window. */
export type PendingStatus = 'waiting' | 'sending' | 'offline' | 'reason-missing' | 'conflict' | 'rejected'
export type PendingScore = {
  draft: ScoreSave
  status: PendingStatus
  message?: string
  /** The version that another window has saved. */
  theirs?: ProjectScore
}

export type AutosaveState = {
  saved: ReadonlyMap<string, ProjectScore>
  pending: ReadonlyMap<string, PendingScore>
  /** Why the link is no longer valid; drafts are retained. */
  endReason: string | null
}

type AutosaveDependencies = {
  send: (score: ScoreSave) => Promise<ProjectScore>
  /** Reloads the judge's scores. */
  read: () => Promise<Judging>
  storage: { read: () => readonly ScoreSave[]; write: (drafts: ScoreSave[]) => void }
}

export type ScoreAutosave = ReturnType<typeof createScoreAutosave>

const DEBOUNCE_MS = 500
const RETRY_DELAY_MS = 10_000

/** Creates the autosave of a judge. It starts with the stored drafts, as far as their cells still exist. */
export function createScoreAutosave(judging: Judging, { send, read, storage }: AutosaveDependencies) {
  let isReview = judging.project.status === 'review'
  const cellKeys = listCellKeys(judging)
  let state: AutosaveState = {
    saved: mapOwnScores(judging),
    pending: new Map(
      storage
        .read()
        .filter((draft) => cellKeys.has(getCellKey(draft)))
        .map((draft) => [getCellKey(draft), { draft, status: 'waiting' }]),
    ),
    endReason: null,
  }
  let pendingFlush: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  function setState(changes: Partial<AutosaveState>) {
    state = { ...state, ...changes }
    storage.write([...state.pending.values()].map(({ draft }) => draft))
    for (const listener of listeners) listener()
  }

  function setPending(key: string, pending: PendingScore | undefined) {
    const next = new Map(state.pending)
    if (pending) next.set(key, pending)
    else next.delete(key)
    setState({ pending: next })
  }

  const needsReason = (cell: Cell) => isReview || state.saved.get(getCellKey(cell))?.round === 2

  /** Returns the draft of a cell; without one, its saved score. */
  const get = (cell: Cell): ScoreSave => {
    const key = getCellKey(cell)
    return state.pending.get(key)?.draft ?? createDraft(cell, state.saved.get(key), isReview)
  }

  const scheduleSending = (afterMs: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), afterMs)
  }

  /** Changes a cell, stores it on the device and schedules sending it. */
  function edit(cell: Cell, changes: Partial<ScoreSave>) {
    const draft = { ...get(cell), ...changes }
    const pending = state.pending.get(getCellKey(cell))
    if (pending?.status === 'conflict') return setPending(getCellKey(cell), { ...pending, draft })
    const status = needsReason(cell) && draft.reason.trim() === '' ? 'reason-missing' : 'waiting'
    setPending(getCellKey(cell), { draft, status })
    scheduleSending(DEBOUNCE_MS)
  }

  /** Sends everything that can be sent now. Resolves when no request is pending. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    pendingFlush ??= sendAll().finally(() => {
      pendingFlush = undefined
    })
    return pendingFlush
  }

  async function sendAll() {
    while (state.endReason === null) {
      const next = [...state.pending].find(([, { status }]) => status === 'waiting' || status === 'offline')
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

  function applySaved(key: string, request: ScoreSave, reply: ProjectScore) {
    setState({ saved: new Map(state.saved).set(key, reply) })
    const current = state.pending.get(key)
    // An edit made during the request becomes the next change of the saved version.
    if (current && current.draft !== request)
      setPending(key, { draft: { ...current.draft, version: reply.version }, status: 'waiting' })
    else setPending(key, undefined)
  }

  /** Records why a score couldn't be sent. Returns whether to try again later. */
  async function applyFailure(key: string, error: unknown): Promise<boolean> {
    const { draft } = state.pending.get(key) ?? {}
    if (!draft) return false
    const status = isCallError(error) ? error.status : 0
    const message = toErrorMessage(error)
    if (status === 412) return applyConflict(key, message)
    if (status === 404) setState({ endReason: message })
    const isTemporary = status === 0 || status === 429 || status >= 500
    if (isTemporary) {
      setPending(key, { draft, status: 'offline', message })
      return true
    }
    setPending(key, { draft, status: 'rejected', message })
    return false
  }

  /** Records the version that another window has saved. Returns whether to try again later. */
  async function applyConflict(key: string, message: string): Promise<boolean> {
    const latest = await read().catch(() => undefined)
    const { draft } = state.pending.get(key) ?? {}
    if (!draft) return false
    if (!latest) {
      setPending(key, { draft, status: 'offline', message })
      return true
    }
    const saved = mapOwnScores(latest)
    const theirs = saved.get(key)
    setState({ saved })
    setPending(key, { draft, status: 'conflict', message, ...(theirs && { theirs }) })
    return false
  }

  return {
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    get,
    edit,
    flush,
    needsReason,

    /** Replaces the saved scores by those of the server, without changing drafts. */
    load(latest: Judging) {
      isReview = latest.project.status === 'review'
      setState({ saved: mapOwnScores(latest) })
    },

    /** Resolves a conflict with this window's draft, or with the other window's version. */
    resolve(cell: Cell, choice: 'mine' | 'theirs') {
      const key = getCellKey(cell)
      const conflict = state.pending.get(key)
      if (conflict?.status !== 'conflict') return
      const version = state.saved.get(key)?.version ?? 0
      setPending(key, choice === 'mine' ? { draft: { ...conflict.draft, version }, status: 'waiting' } : undefined)
      scheduleSending(0)
    },
  }
}
