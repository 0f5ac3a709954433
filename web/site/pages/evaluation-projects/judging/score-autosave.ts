/**
 * Saves a judge's scores automatically. Each change is stored on the device immediately and sent after a short delay;
 * changes are sent one at a time. Changes that can't be sent are retained with the reason.
 */
import type { Judging, ProjectScore, ScoreSave } from '#contracts/evaluation-projects/score.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { isCallError, toErrorMessage } from '../../../../shared/call-error.ts'

/** A cell of the score matrix: a candidate and a criterion. */
export type Cell = Pick<ScoreSave, 'candidate' | 'criterion'>

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
  storage: { read: () => unknown; write: (drafts: ScoreSave[]) => void }
}

export type ScoreAutosave = ReturnType<typeof createScoreAutosave>

export const getCellKey = ({ candidate, criterion }: Cell): string => JSON.stringify([candidate, criterion])

const DEBOUNCE_MS = 500
const RETRY_DELAY_MS = 10_000

/** Returns the valid drafts of stored data, which may be anything. */
export const readDrafts = (stored: unknown): ScoreSave[] => (Array.isArray(stored) ? stored.filter(isDraft) : [])

const isDraft = (value: unknown): value is ScoreSave =>
  isObject(value) &&
  ['candidate', 'criterion', 'note', 'reason'].every((name) => typeof value[name] === 'string') &&
  (value.score === null || typeof value.score === 'number') &&
  (value.grade === null || typeof value.grade === 'string') &&
  Array.isArray(value.links) &&
  value.links.every((link) => typeof link === 'string') &&
  typeof value.version === 'number'

/** Returns the judge's own scores by cell, from the last round in which the judge has scored the cell. */
function mapOwnScores({ scores, judge }: Judging): Map<string, ProjectScore> {
  const ownScores = new Map<string, ProjectScore>()
  for (const score of scores) {
    const previous = ownScores.get(getCellKey(score))
    if (score.judge === judge.id && (!previous || previous.round < score.round)) ownScores.set(getCellKey(score), score)
  }
  return ownScores
}

export function createScoreAutosave(judging: Judging, { send, read, storage }: AutosaveDependencies) {
  let isReview = judging.project.status === 'review'
  const validKeys = new Set(
    judging.candidates.flatMap((candidate) =>
      judging.groups.flatMap((group) =>
        group.criteria.map((criterion) => getCellKey({ candidate: candidate.key, criterion: criterion.key })),
      ),
    ),
  )
  let state: AutosaveState = {
    saved: mapOwnScores(judging),
    pending: new Map(
      readDrafts(storage.read())
        .filter((draft) => validKeys.has(getCellKey(draft)))
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

  const setPending = (key: string, pending: PendingScore | undefined) => {
    const next = new Map(state.pending)
    if (pending) next.set(key, pending)
    else next.delete(key)
    setState({ pending: next })
  }

  const needsReason = (cell: Cell) => isReview || state.saved.get(getCellKey(cell))?.round === 2

  /** Returns the draft of a cell, else the saved score; a revision starts with the values of the first round. */
  function get(cell: Cell): ScoreSave {
    const draft = state.pending.get(getCellKey(cell))?.draft
    if (draft) return draft
    const saved = state.saved.get(getCellKey(cell))
    if (!saved) return { ...cell, score: null, grade: null, note: '', links: [], reason: '', version: 0 }
    const { score, grade, note, links, reason, version } = saved
    const values = { ...cell, score, grade, note, links }
    return isReview && saved.round === 1 ? { ...values, reason: '', version: 0 } : { ...values, reason, version }
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
    if (status === 0 || status === 429 || status >= 500) {
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
