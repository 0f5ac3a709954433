import type { Judging, ProjectScore, ScoreSave } from '#contracts/evaluation-projects/score.ts'
import { createItemAutosave, type PendingStatus } from '../../../item-autosave.ts'
import {
  type Cell,
  createDraft,
  getCellKey,
  hasSameValues,
  isNewer,
  listCellKeys,
  mapOwnScores,
} from './score-drafts.ts'

/** `reason-missing`: the reason for a revision is missing. */
export type ScoreStatus = PendingStatus | 'reason-missing'

type AutosaveDependencies = {
  send: (score: ScoreSave) => Promise<ProjectScore>
  /** Reloads the judge's scores. */
  read: () => Promise<Judging>
  /** The storage of a workspace's drafts on the device. `write` returns whether the browser could store them. */
  storage: { write: (drafts: readonly ScoreSave[]) => boolean }
}

export type ScoreAutosave = ReturnType<typeof createScoreAutosave>

/** Creates the autosave of a judge's scores, by cell. */
export function createScoreAutosave(judging: Judging, { send, read, storage }: AutosaveDependencies) {
  let projectStatus = judging.project.status
  const cellKeys = listCellKeys(judging)
  const { getState, subscribe, flush, close, ...autosave } = createItemAutosave<ScoreSave, ProjectScore>({
    saved: mapOwnScores(judging),
    send: (_key, draft) => send(draft),
    read: async () => mapOwnScores(await read()),
    store: (drafts) => storage.write(drafts.map(([, draft]) => draft)),
    hasSameValues,
    isNewer,
    canSend: (draft) => !isReasonMissing(draft),
    // The judge's link is no longer valid.
    endStatuses: [404],
  })

  const isReview = () => projectStatus === 'review'
  /** Returns whether a change of a cell needs a reason, since it revises a score of the first round. */
  const needsReason = (cell: Cell): boolean => isReview() || getState().saved.get(getCellKey(cell))?.round === 2
  const isReasonMissing = (draft: ScoreSave): boolean => needsReason(draft) && draft.reason.trim() === ''

  /** Returns the draft of a cell; without one, its saved score. */
  function get(cell: Cell): ScoreSave {
    const key = getCellKey(cell)
    return getState().pending.get(key)?.draft ?? createDraft(cell, getState().saved.get(key), isReview())
  }

  return {
    getState,
    subscribe,
    flush,
    close,
    get,
    needsReason,

    /** Lists what isn't saved. */
    listDrafts: (): ScoreSave[] => autosave.listDrafts().map(([, draft]) => draft),

    /** Returns why a cell isn't saved; `undefined` if it is. */
    getStatus(cell: Cell): ScoreStatus | undefined {
      const { status, draft } = getState().pending.get(getCellKey(cell)) ?? {}
      return status === 'waiting' && draft && isReasonMissing(draft) ? 'reason-missing' : status
    },

    edit: (cell: Cell, changes: Partial<ScoreSave>): void =>
      autosave.put(getCellKey(cell), { ...get(cell), ...changes }),

    resolve: (cell: Cell, choice: 'mine' | 'theirs'): void => autosave.resolve(getCellKey(cell), choice),

    /** Adopts the drafts of a closed workspace whose cells still exist. Returns whether they are stored as its own. */
    adopt(drafts: readonly ScoreSave[]): boolean {
      const entries = drafts.map((draft) => [getCellKey(draft), draft] as const)
      autosave.adopt(entries.filter(([key]) => cellKeys.has(key)))
      return getState().isStored
    },

    /** Applies what the server has sent, and sends rejected drafts that a change of the project's status may permit. */
    load(latest: Judging): void {
      const hasMoved = projectStatus !== latest.project.status
      projectStatus = latest.project.status
      autosave.load(mapOwnScores(latest))
      if (hasMoved) autosave.retryRejected()
    },
  }
}
