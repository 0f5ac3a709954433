/** Measures the processor time of an evaluation's analysis, as the worker thread runs it. */
import { type AnalysisInput, analyzeEvaluation } from '#contracts/rules/evaluation/analysis.ts'
import { DEFAULT_DRAWS, DEFAULT_SPREAD } from '#contracts/rules/evaluation/robustness.ts'
import { createRandom } from '#contracts/rules/evaluation/seeded-random.ts'
import { DEFAULT_THRESHOLDS } from '#contracts/rules/score.ts'
import { median } from './statistics.ts'

const CANDIDATES = 10
const JUDGES = 8
const ROUNDS = 9
/** The weights of the published method. */
const GROUPS = [
  { key: 'tech', weight: 40, criteria: [12, 8, 8, 6, 6] },
  { key: 'business', weight: 35, criteria: [10, 8, 7, 6, 4] },
  { key: 'market', weight: 25, criteria: [8, 7, 5, 5] },
]

/** Returns the median processor time in milliseconds, with every criterion scored by every judge. */
export function measureAnalysis(): number {
  const input = createInput()
  const times = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage()
    analyzeEvaluation(input)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return median(times)
}

function createInput(): AnalysisInput {
  const random = createRandom(1)
  const groups = GROUPS.map((group) => ({
    ...group,
    criteria: group.criteria.map((weight, index) => ({ key: `${group.key}${index}`, weight })),
  }))
  const candidates = Array.from({ length: CANDIDATES }, (_, index) => ({ key: `c${index}`, name: `候选${index}` }))
  const judges = Array.from({ length: JUDGES }, (_, index) => ({ key: `j${index}` }))
  const scores = candidates.flatMap((candidate) =>
    judges.flatMap((judge) =>
      groups
        .flatMap((group) => group.criteria)
        .map((criterion) => ({
          judge: judge.key,
          candidate: candidate.key,
          criterion: criterion.key,
          score: Math.floor(random() * 101),
          grade: 'own',
        })),
    ),
  )
  return {
    method: { groups, grades: [{ key: 'own', cap: 100 }], thresholds: DEFAULT_THRESHOLDS },
    candidates,
    judges,
    scores,
    aggregate: 'mean',
    robustness: { draws: DEFAULT_DRAWS, seed: 1, weights: 'near', spread: DEFAULT_SPREAD },
  }
}
