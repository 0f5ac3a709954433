import { getSpread, hasWideSpread } from './agreement.ts'
import { listCountedScores, type ScoredProject } from './analysis-request.ts'
import { createCapLookup, getEffectiveScore } from './scoring.ts'

/** A candidate and a criterion on which the judges' scores differ widely, as the scores count. */
export type Dispute = { candidate: string; criterion: string; min: number; max: number; spread: number }

/** Returns the disputed scores of a project, the largest differences first; its scores are those of both rounds. */
export function listDisputes(
  project: ScoredProject & { setup: { grades: readonly { key: string; cap: number }[] } },
): Dispute[] {
  const getCap = createCapLookup(project.setup.grades)
  const scoresByCandidate = Map.groupBy(listCountedScores(project), ({ candidate }) => candidate)
  return [...scoresByCandidate]
    .flatMap(([candidate, candidateScores]) =>
      [...Map.groupBy(candidateScores, ({ criterion }) => criterion)].map(([criterion, cellScores]) => {
        const points = cellScores.map(({ score, grade }) => getEffectiveScore(score, getCap(grade)))
        return { candidate, criterion, points }
      }),
    )
    .filter(({ points }) => hasWideSpread(points))
    .map(({ candidate, criterion, points }) => ({
      candidate,
      criterion,
      min: Math.min(...points),
      max: Math.max(...points),
      spread: getSpread(points),
    }))
    .sort((a, b) => b.spread - a.spread)
}
