/** Keeps the revisions of a score that later ones replace. */
import { z } from 'zod'
import { type ScoreRevision, ScoreRevisionSchema, type ScoreSave } from '#contracts/evaluation-projects/score.ts'
import type { ScoreRow } from './store.ts'

/** Scores are saved while they are typed: a number that is typed on so soon was no revision. */
const TYPING_MS = 10_000

type StoredScore = Pick<ScoreRow, 'score' | 'grade' | 'reason' | 'revisionsJson' | 'updatedAt'>

/** Returns the revisions that precede a new one, including the stored score if the new one replaces it. */
export function listReplacedRevisions(
  stored: StoredScore,
  next: Pick<ScoreSave, 'score' | 'grade' | 'reason'>,
  at: string,
): ScoreRevision[] {
  const revisions = z.array(ScoreRevisionSchema).parse(stored.revisionsJson)
  const { score, grade, reason, updatedAt } = stored
  const isUnchanged = score === next.score && grade === next.grade
  return isUnchanged || isStillTyped(stored, next, at)
    ? revisions
    : [...revisions, { score, grade, reason, at: updatedAt }]
}

/** Returns whether a score is a part of the next one, such as 5 of 58, and was saved a moment ago. */
function isStillTyped(stored: StoredScore, next: Pick<ScoreSave, 'score' | 'reason'>, at: string): boolean {
  const elapsed = new Date(at).getTime() - new Date(stored.updatedAt).getTime()
  const isPart = stored.score === null || String(next.score ?? '').startsWith(String(stored.score))
  return isPart && stored.score !== next.score && stored.reason === next.reason && elapsed < TYPING_MS
}
