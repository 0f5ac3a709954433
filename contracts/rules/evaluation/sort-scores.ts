import type { ProjectSetup } from '../../evaluation-projects/project.ts'
import type { ProjectScore } from '../../evaluation-projects/score.ts'

type OrderedScore = Pick<ProjectScore, 'candidate' | 'criterion' | 'judge' | 'round'>
type ScoredProject<Score> = {
  setup: Pick<ProjectSetup, 'candidates' | 'groups'>
  judges: readonly { id: string }[]
  scores: readonly Score[]
}

/** Returns the scores in reading order: by candidate, criterion, judge and round. */
export function sortScores<Score extends OrderedScore>({ setup, judges, scores }: ScoredProject<Score>): Score[] {
  const candidates = toPositions(setup.candidates.map(({ key }) => key))
  const criteria = toPositions(setup.groups.flatMap((group) => group.criteria.map(({ key }) => key)))
  const judgeIds = toPositions(judges.map(({ id }) => id))
  return scores.toSorted(
    (a, b) =>
      comparePositions(candidates, a.candidate, b.candidate) ||
      comparePositions(criteria, a.criterion, b.criterion) ||
      comparePositions(judgeIds, a.judge, b.judge) ||
      a.round - b.round,
  )
}

const toPositions = (keys: readonly string[]): ReadonlyMap<string, number> =>
  new Map(keys.map((key, position) => [key, position]))

/** Sorts keys that no longer exist, such as a removed judge, last. */
const comparePositions = (positions: ReadonlyMap<string, number>, a: string, b: string): number =>
  (positions.get(a) ?? Number.MAX_SAFE_INTEGER) - (positions.get(b) ?? Number.MAX_SAFE_INTEGER)
