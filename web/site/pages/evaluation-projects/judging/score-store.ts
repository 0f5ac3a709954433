import type { Judging, ProjectScore, ScoreSave } from '#contracts/evaluation-projects/score.ts'
import { type Cell, createDraft, getCellKey, isNewer, listCellKeys, mapOwnScores } from './score-drafts.ts'

/** `reason-missing`: the reason for a revision is missing. `conflict`: the cell was changed in another window. */
export type PendingStatus = 'waiting' | 'sending' | 'offline' | 'reason-missing' | 'conflict' | 'rejected'
export type PendingScore = {
  draft: ScoreSave
  status: PendingStatus
  message?: string
  /** The version that another window has saved. */
  theirs?: ProjectScore
}

export type ScoreState = {
  saved: ReadonlyMap<string, ProjectScore>
  pending: ReadonlyMap<string, PendingScore>
  /** Why the link is no longer valid; drafts are retained. */
  endReason: string | null
}

/** The storage of drafts on the device. */
export type DraftStorage = { read: () => readonly ScoreSave[]; write: (drafts: ScoreSave[]) => void }

export type ScoreStore = ReturnType<typeof createScoreStore>

/**
 * Creates the store of a judge's scores, saved and pending. Each change is stored on the device. The store starts with
 * the stored drafts whose cells still exist.
 */
export function createScoreStore(judging: Judging, storage: DraftStorage) {
  let projectStatus = judging.project.status
  const cellKeys = listCellKeys(judging)
  const storedDrafts = storage.read().filter((draft) => cellKeys.has(getCellKey(draft)))
  let state: ScoreState = {
    saved: mapOwnScores(judging),
    pending: new Map(storedDrafts.map((draft) => [getCellKey(draft), { draft, status: 'waiting' }])),
    endReason: null,
  }
  const listeners = new Set<() => void>()
  const isReview = () => projectStatus === 'review'

  function setState(changes: Partial<ScoreState>): void {
    state = { ...state, ...changes }
    storage.write([...state.pending.values()].map(({ draft }) => draft))
    for (const listener of listeners) listener()
  }

  return {
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },

    /** Returns the draft of a cell; without one, its saved score. */
    get(cell: Cell): ScoreSave {
      const key = getCellKey(cell)
      return state.pending.get(key)?.draft ?? createDraft(cell, state.saved.get(key), isReview())
    },

    /** Returns whether a change of a cell needs a reason, since it revises a score of the first round. */
    needsReason: (cell: Cell): boolean => isReview() || state.saved.get(getCellKey(cell))?.round === 2,

    /** Replaces the pending score of a cell; `undefined` removes it. */
    setPending(key: string, pending: PendingScore | undefined): void {
      const next = new Map(state.pending)
      if (pending) next.set(key, pending)
      else next.delete(key)
      setState({ pending: next })
    },

    setSaved: (saved: ReadonlyMap<string, ProjectScore>): void => setState({ saved }),
    setEndReason: (endReason: string): void => setState({ endReason }),

    /**
     * Applies what the server has sent: the project's status, and the saved scores unless newer ones were saved
     * meanwhile. After a change of status, drafts that were rejected before wait to be sent again. Returns whether the
     * status has changed.
     */
    load(latest: Judging): boolean {
      const hasMoved = projectStatus !== latest.project.status
      projectStatus = latest.project.status
      const saved = mapOwnScores(latest)
      for (const [key, score] of state.saved) if (isNewer(score, saved.get(key))) saved.set(key, score)
      const pending = new Map(state.pending)
      if (hasMoved)
        for (const [key, { draft, status }] of pending)
          if (status === 'rejected') pending.set(key, { draft, status: 'waiting' })
      setState({ saved, pending })
      return hasMoved
    },
  }
}
