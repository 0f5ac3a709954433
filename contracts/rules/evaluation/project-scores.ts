/** Derives the input of an analysis from a project: the scores that count, suggested scores, and weights. */
import type { AnalysisRequest } from '../../evaluation-analysis/analysis.ts'
import type { ProjectSetup } from '../../evaluation-projects/project.ts'
import type { ProjectScore } from '../../evaluation-projects/score.ts'
import type { ProjectTrial, Task } from '../../evaluation-projects/trial.ts'
import { calculateOrderWeights, calculatePairedWeights, zeroTinyWeight } from './criterion-weights.ts'
import { DEFAULT_DRAWS, DEFAULT_SPREAD } from './robustness.ts'

const getCellKey = ({ judge, candidate, criterion }: ProjectScore) => JSON.stringify([judge, candidate, criterion])

/** Returns the scores that count: the last round of each judge's cell, if it has points and evidence. */
export function listCountedScores(scores: readonly ProjectScore[]): ProjectScore[] {
  const last = new Map<string, ProjectScore>()
  for (const score of scores) {
    const known = last.get(getCellKey(score))
    if (!known || known.round < score.round) last.set(getCellKey(score), score)
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
  const known = new Set(setup.groups.flatMap((group) => group.criteria.map((criterion) => criterion.key)))
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
      score === null || grade === null || !known.has(criterion) || !candidates.has(candidate)
        ? []
        : [{ judge, candidate, criterion, score, grade }],
    ),
    aggregate: setup.aggregate,
    robustness: { draws: DEFAULT_DRAWS, seed, weights: 'near', spread: DEFAULT_SPREAD },
  }
}

export type Suggestion = { candidate: string; criterion: string; score: number; passed: number; trials: number }

/**
 * Returns the scores that trials suggest: for each criterion and candidate, the pass rate of its tasks in percent,
 * weighted by task and rounded. Tasks that the candidate hasn't tried are ignored.
 */
export function suggestScores(tasks: readonly Task[], trials: readonly ProjectTrial[]): Suggestion[] {
  const byTask = Map.groupBy(trials, (trial) => JSON.stringify([trial.candidate, trial.task]))
  const candidates = [...new Set(trials.map((trial) => trial.candidate))]
  const criteria = [...new Set(tasks.flatMap((task) => task.criterion ?? []))]
  return candidates.flatMap((candidate) =>
    criteria.flatMap((criterion) => {
      const results = tasks.flatMap((task) => {
        const own = task.criterion === criterion ? byTask.get(JSON.stringify([candidate, task.key])) : undefined
        return own
          ? [{ weight: task.weight, trials: own.length, passed: own.filter((trial) => trial.isPassed).length }]
          : []
      })
      const weights = results.reduce((sum, { weight }) => sum + weight, 0)
      if (weights === 0) return []
      const rate =
        results.reduce((sum, { weight, passed, trials: count }) => sum + (weight * passed) / count, 0) / weights
      return [
        {
          candidate,
          criterion,
          score: Math.round(rate * 100),
          passed: results.reduce((sum, { passed }) => sum + passed, 0),
          trials: results.reduce((sum, { trials: count }) => sum + count, 0),
        },
      ]
    }),
  )
}

/**
 * Returns the setup with the weights that result from its rankings and pairwise comparisons; numbers stay as entered. A
 * record that no longer matches the current criteria is dropped, so that its weights stay as numbers.
 */
export function deriveWeights(setup: ProjectSetup): ProjectSetup {
  const weightings = setup.weightings.filter(
    (weighting) => weighting.kind !== 'numbers' && hasCurrentKeys(setup, weighting),
  )
  const derived = new Map(weightings.map((weighting) => [weighting.scope, computeWeights(weighting)]))
  const applyWeights = <Part extends { key: string; weight: number }>(
    parts: readonly Part[],
    scope: string | null,
  ): Part[] => {
    const weights = derived.get(scope)
    return parts.map((part) => ({ ...part, weight: zeroTinyWeight(weights?.get(part.key) ?? part.weight) }))
  }
  return {
    ...setup,
    weightings,
    groups: applyWeights(setup.groups, null).map((group) => ({
      ...group,
      criteria: applyWeights(group.criteria, group.key),
    })),
  }
}

type Weighting = ProjectSetup['weightings'][number]

const listKeys = (weighting: Weighting): readonly string[] => {
  if (weighting.kind === 'numbers') return []
  return weighting.kind === 'order' ? weighting.order : weighting.keys
}

function hasCurrentKeys({ groups }: ProjectSetup, weighting: Weighting): boolean {
  const parts = weighting.scope === null ? groups : groups.find((group) => group.key === weighting.scope)?.criteria
  const keys = listKeys(weighting)
  const isSquare = weighting.kind !== 'pairs' || weighting.matrix.length === keys.length
  const expected = parts?.map((part) => part.key).toSorted() ?? []
  return isSquare && JSON.stringify(expected) === JSON.stringify([...keys].sort())
}

/** Returns the weights of a level, which add up to 100. */
function computeWeights(weighting: Weighting): Map<string, number> {
  const keys = listKeys(weighting)
  const weights =
    weighting.kind === 'pairs' ? calculatePairedWeights(weighting.matrix).weights : calculateOrderWeights(keys.length)
  return new Map(keys.map((key, index) => [key, (weights[index] ?? 0) * 100]))
}
