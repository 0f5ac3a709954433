import type { AnalysisRequest } from '../../evaluation-analysis/analysis.ts'
import type { ProjectSetup } from '../../evaluation-projects/project.ts'
import type { ProjectScore } from '../../evaluation-projects/score.ts'
import { DEFAULT_DRAWS, DEFAULT_SPREAD } from './robustness.ts'

const getCellKey = ({ judge, candidate, criterion }: ProjectScore) => JSON.stringify([judge, candidate, criterion])

/** Returns the scores that count: the last round of each judge's cell, if it has points and evidence. */
export function listCountedScores(scores: readonly ProjectScore[]): ProjectScore[] {
  const last = new Map<string, ProjectScore>()
  for (const score of scores) {
    const earlier = last.get(getCellKey(score))
    if (!earlier || earlier.round < score.round) last.set(getCellKey(score), score)
  }
  return [...last.values()].filter(({ score, grade }) => score !== null && grade !== null)
}

/**
 * Returns the request of a project's analysis, which anyone can send to the public call. Takes the scores that count.
 */
export function createAnalysisRequest(
  setup: ProjectSetup,
  judges: readonly { id: string }[],
  scores: readonly ProjectScore[],
  seed = 1,
): AnalysisRequest {
  const criteria = new Set(setup.groups.flatMap((group) => group.criteria.map((criterion) => criterion.key)))
  const candidates = new Set(setup.candidates.map((candidate) => candidate.key))
  return {
    method: {
      groups: setup.groups.map((group) => ({
        key: group.key,
        weight: group.weight,
        criteria: group.criteria.map(({ key, weight, isRequired, minimum }) => ({
          key,
          weight,
          isRequired,
          ...(minimum !== null && { minimum }),
        })),
      })),
      grades: setup.grades.map(({ key, cap }) => ({ key, cap })),
      thresholds: setup.thresholds,
    },
    candidates: setup.candidates.map(({ key, name }) => ({ key, name })),
    judges: judges.map(({ id }) => ({ key: id })),
    scores: scores.flatMap(({ judge, candidate, criterion, score, grade }) =>
      score === null || grade === null || !criteria.has(criterion) || !candidates.has(candidate)
        ? []
        : [{ judge, candidate, criterion, score, grade }],
    ),
    aggregate: setup.aggregate,
    robustness: { draws: DEFAULT_DRAWS, seed, weights: 'near', spread: DEFAULT_SPREAD },
  }
}
