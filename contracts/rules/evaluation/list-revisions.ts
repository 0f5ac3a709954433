import type { ProjectScore, ScoreRevision } from '../../evaluation-projects/score.ts'

/** The scores that a judge gave a candidate on a criterion: the first one, then each revision with its reason. */
export type RevisedScore = Pick<ProjectScore, 'judge' | 'candidate' | 'criterion'> & {
  /** `null` if the judge first scored in the second round. */
  first: ProjectScore | null
  revisions: ScoreRevision[]
}

/** Returns the scores that were revised in the second round, in the order given. */
export function listRevisions(scores: readonly ProjectScore[]): RevisedScore[] {
  const cells = Map.groupBy(scores, ({ judge, candidate, criterion }) => JSON.stringify([judge, candidate, criterion]))
  return [...cells.values()].flatMap((rounds) => {
    const last = rounds.find(({ round }) => round === 2)
    if (!last) return []
    const { judge, candidate, criterion, score, grade, reason, updatedAt } = last
    const revisions = [...(last.revisions ?? []), { score, grade, reason, at: updatedAt }]
    return [{ judge, candidate, criterion, first: rounds.find(({ round }) => round === 1) ?? null, revisions }]
  })
}
