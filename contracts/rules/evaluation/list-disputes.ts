import type { ProjectScore } from '../../evaluation-projects/score.ts'
import { getSpread, isDisputed } from './agreement.ts'
import { listCountedScores } from './analysis-request.ts'
import { type EvidenceGrade, getEffectiveScore } from './scoring.ts'

/** A candidate and a criterion on which the judges' scores differ widely, as the scores count. */
export type Dispute = { candidate: string; criterion: string; min: number; max: number; spread: number }

/** Returns the disputed scores of a project, the largest differences first. Takes the scores of both rounds. */
export function listDisputes(scores: readonly ProjectScore[], grades: readonly EvidenceGrade[]): Dispute[] {
  const caps = new Map(grades.map(({ key, cap }) => [key, cap]))
  const units = Map.groupBy(listCountedScores(scores), ({ candidate, criterion }) =>
    JSON.stringify([candidate, criterion]),
  )
  return [...units.values()]
    .flatMap((unit): Dispute[] => {
      const points = unit.map(({ score, grade }) => getEffectiveScore(score ?? 0, caps.get(grade ?? '') ?? 100))
      const [first] = unit
      if (!first || !isDisputed(points)) return []
      const { candidate, criterion } = first
      return [{ candidate, criterion, min: Math.min(...points), max: Math.max(...points), spread: getSpread(points) }]
    })
    .sort((a, b) => b.spread - a.spread)
}
