import type { Judging, ProjectScore, ScoreSave } from '#contracts/evaluation-projects/score.ts'
import {
  type Cell,
  createDraft,
  getCellKey,
  hasSameValues,
  isNewer,
  listCellKeys,
  mapOwnScores,
} from './score-drafts.ts'

/** `reason-missing`: the reason for a revision is missing. `conflict`: the cell was changed in another window. */
export type PendingStatus = 'waiting' | 'sending' | 'offline' | 'reason-missing' | 'conflict' | 'rejected'
export type PendingScore = {
  draft: ScoreSave
  status: PendingStatus
  message?: string
  /** The version that another window has saved. */
  theirs?: ProjectScore
}

type ScoreState = {
  saved: ReadonlyMap<string, ProjectScore>
  pending: ReadonlyMap<string, PendingScore>
  /** Drafts of closed workspaces for cells with a pending score, which is saved first. */
  queued: readonly ScoreSave[]
  /** Whether the device has stored all drafts. */
  isStored: boolean
  /** Why the link is no longer valid; drafts are retained. */
  endReason: string | null
}

/** The storage of a workspace's drafts on the device. `write` returns whether the browser could store them. */
export type DraftStorage = { write: (drafts: readonly ScoreSave[]) => boolean }

/** Creates the store of a judge's scores, saved and pending. Each change is stored on the device. */
export function createScoreStore(judging: Judging, storage: DraftStorage) {
  let projectStatus = judging.project.status
  const cellKeys = listCellKeys(judging)
  let state: ScoreState = {
    saved: mapOwnScores(judging),
    pending: new Map(),
    queued: [],
    isStored: true,
    endReason: null,
  }
  const listeners = new Set<() => void>()
  const isReview = () => projectStatus === 'review'

  function setState(changes: Partial<ScoreState>): void {
    state = { ...state, ...changes }
    state.isStored = storage.write(listDrafts(state))
    for (const listener of listeners) listener()
  }

  /** Returns whether a change of a cell needs a reason, since it revises a score of the first round. */
  const needsReason = (cell: Cell): boolean => isReview() || state.saved.get(getCellKey(cell))?.round === 2

  /** Returns the pending score of a draft that is to be sent as soon as possible. */
  const toPending = (draft: ScoreSave): PendingScore => ({
    draft,
    status: needsReason(draft) && draft.reason.trim() === '' ? 'reason-missing' : 'waiting',
  })

  /** Makes the drafts pending whose cells have no pending score, and queues the others, unless they have been saved. */
  function addDrafts(drafts: readonly ScoreSave[]): void {
    const pending = new Map(state.pending)
    const queued: ScoreSave[] = []
    for (const draft of drafts) {
      const key = getCellKey(draft)
      const current = pending.get(key)?.draft ?? state.saved.get(key)
      if (current && hasSameValues(draft, current)) continue
      if (pending.has(key)) queued.push(draft)
      else pending.set(key, toPending(draft))
    }
    setState({ pending, queued })
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

    needsReason,
    toPending,

    /** Adopts the drafts of a closed workspace whose cells still exist. */
    adopt(drafts: readonly ScoreSave[]): void {
      addDrafts([...state.queued, ...drafts.filter((draft) => cellKeys.has(getCellKey(draft)))])
    },

    /** Replaces the pending score of a cell; `undefined` removes it. */
    setPending(key: string, pending: PendingScore | undefined): void {
      const next = new Map(state.pending)
      if (pending) next.set(key, pending)
      else next.delete(key)
      setState({ pending: next })
      if (!pending && state.queued.length > 0) addDrafts(state.queued)
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

/** Lists all drafts, pending and queued ones. */
export const listDrafts = ({ pending, queued }: Pick<ScoreState, 'pending' | 'queued'>): ScoreSave[] => [
  ...[...pending.values()].map(({ draft }) => draft),
  ...queued,
]
