/** The cells of the score matrix, and a judge's scores and drafts by cell. */
import type { Judging, ProjectScore, ScoreSave } from '#contracts/evaluation-projects/score.ts'
import { isObject } from '#contracts/rules/is-object.ts'

/** A cell of the score matrix: a candidate and a criterion. */
export type Cell = Pick<ScoreSave, 'candidate' | 'criterion'>

export const getCellKey = ({ candidate, criterion }: Cell): string => JSON.stringify([candidate, criterion])

/** Returns the keys of all cells of a project. */
export const listCellKeys = ({ candidates, groups }: Judging): Set<string> =>
  new Set(
    candidates.flatMap((candidate) =>
      groups.flatMap((group) =>
        group.criteria.map((criterion) => getCellKey({ candidate: candidate.key, criterion: criterion.key })),
      ),
    ),
  )

/** Returns the judge's own scores by cell, from the last round in which the judge has scored the cell. */
export function mapOwnScores({ scores, judge }: Judging): Map<string, ProjectScore> {
  const ownScores = new Map<string, ProjectScore>()
  for (const score of scores) {
    const previous = ownScores.get(getCellKey(score))
    if (score.judge === judge.id && (!previous || previous.round < score.round)) ownScores.set(getCellKey(score), score)
  }
  return ownScores
}

/** Returns whether a saved score is newer than another one of the same cell, if there is one. */
export const isNewer = (score: ProjectScore, other: ProjectScore | undefined): boolean =>
  !other || score.round > other.round || (score.round === other.round && score.version > other.version)

/** Returns whether two scores of a cell have the same values, regardless of their versions. */
export const hasSameValues = (a: ScoreValues, b: ScoreValues): boolean => toComparableText(a) === toComparableText(b)

type ScoreValues = Omit<ScoreSave, 'candidate' | 'criterion' | 'version'>

const toComparableText = ({ score, grade, note, links, reason }: ScoreValues): string =>
  JSON.stringify([score, grade, note.trim(), links, reason.trim()])

/** Returns the draft with which a cell's next score starts: its saved values, to which a review adds a second round. */
export function createDraft(
  { candidate, criterion }: Cell,
  saved: ProjectScore | undefined,
  isReview: boolean,
): ScoreSave {
  const cell = { candidate, criterion }
  if (!saved) return { ...cell, score: null, grade: null, note: '', links: [], reason: '', version: 0 }
  const { score, grade, note, links, reason, version } = saved
  const values = { ...cell, score, grade, note, links }
  return isReview && saved.round === 1 ? { ...values, reason: '', version: 0 } : { ...values, reason, version }
}

/** Returns the valid drafts of stored data, which may be anything, without other properties that were stored. */
export const readDrafts = (stored: unknown): ScoreSave[] =>
  Array.isArray(stored)
    ? stored.filter(isDraft).map(({ candidate, criterion, score, grade, note, links, reason, version }) => ({
        candidate,
        criterion,
        score,
        grade,
        note,
        links,
        reason,
        version,
      }))
    : []

const isDraft = (value: unknown): value is ScoreSave =>
  isObject(value) &&
  ['candidate', 'criterion', 'note', 'reason'].every((name) => typeof value[name] === 'string') &&
  (value.score === null || typeof value.score === 'number') &&
  (value.grade === null || typeof value.grade === 'string') &&
  Array.isArray(value.links) &&
  value.links.every((link) => typeof link === 'string') &&
  typeof value.version === 'number'
