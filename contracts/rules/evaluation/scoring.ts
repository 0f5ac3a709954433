/** Aggregates the judges' scores to totals and recommendations. */
import type { Recommendation } from '../../vocabulary.ts'
import { getRecommendation, roundTotal, type Thresholds } from '../score.ts'

export type Criterion = {
  key: string
  /** The proportion within its group. */
  weight: number
  /** A required criterion whose value is below its minimum vetoes the candidate. */
  isRequired?: boolean | undefined
  minimum?: number | undefined
}
export type CriterionGroup = { key: string; weight: number; criteria: readonly Criterion[] }
/** How strong the evidence for a score is; scores based on it count for at most `cap`. */
export type EvidenceGrade = { key: string; cap: number }
export type EvaluationMethod = {
  groups: readonly CriterionGroup[]
  grades: readonly EvidenceGrade[]
  thresholds: Thresholds
}
/** A judge's score of 0 to 100 for a candidate by one criterion, with the grade of its best evidence. */
export type JudgeScore = { judge: string; candidate: string; criterion: string; score: number; grade: string }
export type Candidate = { key: string; name: string }
export type Aggregate = 'mean' | 'median'

/** If a smaller part of the shares is scored, there is no recommendation but 证据不足. */
export const COVERAGE_MIN = 0.8

/** Sums of fractions deviate by about 1e-14; a bound counts as met within this distance. */
const TOLERANCE = 1e-9

/** A criterion with the index of its group and its share; the shares of all criteria add up to 1. */
export type CriterionShare = Criterion & { group: number; share: number }

/**
 * Returns the criteria of all groups in order, each with its share: group weight / all group weights × criterion
 * weight / weights of its group. Takes weights of at least 0 with a positive sum, in each group and over the groups.
 */
export function listCriterionShares(groups: readonly CriterionGroup[]): CriterionShare[] {
  const groupSum = getSum(groups.map((group) => group.weight))
  return groups.flatMap((group, index) => {
    const criterionSum = getSum(group.criteria.map((criterion) => criterion.weight))
    return group.criteria.map((criterion) => ({
      ...criterion,
      group: index,
      share: criterionSum === 0 ? 0 : (group.weight / groupSum) * (criterion.weight / criterionSum),
    }))
  })
}

/** Returns what a judge's score counts for: no more than the cap of its best evidence. */
export const getEffectiveScore = (score: number, cap: number): number => Math.min(score, cap)

/** Effective scores of the judges by [candidate][criterion]; empty lists if nobody scored. */
export type ScoreTable = readonly (readonly (readonly number[])[])[]

/** Returns the table of effective scores. Takes scores whose keys are all known; the caller validates them. */
export function tabulateScores(
  method: EvaluationMethod,
  criteria: readonly CriterionShare[],
  candidates: readonly Candidate[],
  scores: readonly JudgeScore[],
): ScoreTable {
  const caps = new Map(method.grades.map((grade) => [grade.key, grade.cap]))
  const scoresByCandidate = Map.groupBy(scores, (item) => item.candidate)
  return candidates.map(({ key }) => {
    const scoresByCriterion = Map.groupBy(scoresByCandidate.get(key) ?? [], (item) => item.criterion)
    return criteria.map((criterion) =>
      (scoresByCriterion.get(criterion.key) ?? []).map(({ score, grade }) =>
        getEffectiveScore(score, caps.get(grade) ?? 100),
      ),
    )
  })
}

/** Returns the mean or the median of some numbers; `null` if there are none. */
export function aggregateScores(scores: readonly number[], aggregate: Aggregate): number | null {
  if (scores.length === 0) return null
  if (aggregate === 'mean') return getSum(scores) / scores.length
  const sorted = scores.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  const lower = sorted.length % 2 === 1 ? upper : (sorted[middle - 1] ?? 0)
  return (lower + upper) / 2
}

/** What the scores of a candidate amount to. */
export type Standing = {
  /** One per criterion; `null` if nobody scored it. */
  values: (number | null)[]
  /** One per group; `null` if none of its criteria is scored. */
  groups: (number | null)[]
  /** Before rounding; `null` if nothing is scored. */
  total: number | null
  score: number | null
  /** The sum of the shares of scored criteria, 0 to 1. */
  coverage: number
  /** Indexes of required criteria whose value is below their minimum. */
  vetoes: number[]
  /** `null` if the coverage is below `COVERAGE_MIN`. */
  recommendation: Recommendation | null
}

/**
 * Returns a candidate's standing. A group's score is the weighted mean of its scored criteria, the total that of the
 * scored groups; only `score` is rounded, once. Takes one value per criterion, 0 to 100 or `null`.
 */
export function scoreCandidate(
  values: readonly (number | null)[],
  criteria: readonly CriterionShare[],
  groups: readonly CriterionGroup[],
  thresholds: Thresholds,
): Standing {
  const groupScores = groups.map((_, index) =>
    calculateWeightedMean(
      criteria.map((criterion, column) => [criterion.group === index ? criterion.weight : 0, values[column] ?? null]),
    ),
  )
  const total = calculateWeightedMean(groups.map((group, index) => [group.weight, groupScores[index] ?? null]))
  const coverage = getSum(criteria.map((criterion, column) => (values[column] === null ? 0 : criterion.share)))
  const vetoes = [...criteria.keys()].filter((column) => isVetoed(criteria[column], values[column] ?? null))
  const score = total === null ? null : roundTotal(total)
  return {
    values: [...values],
    groups: groupScores,
    total,
    score,
    coverage: isFullyCovered(coverage) ? 1 : coverage,
    vetoes,
    recommendation:
      score !== null && isCovered(coverage) ? recommend(score, { hasVeto: vetoes.length > 0, thresholds }) : null,
  }
}

/** Returns the recommendation for a score; a vetoed candidate isn't recommended, however high its score is. */
export const recommend = (
  score: number,
  { hasVeto, thresholds }: { hasVeto: boolean; thresholds: Thresholds },
): Recommendation => (hasVeto ? '暂不推荐' : getRecommendation(score, thresholds))

export const isCovered = (coverage: number): boolean => coverage >= COVERAGE_MIN - TOLERANCE

/** Returns whether everything is scored; takes the sum of the shares of scored criteria. */
export const isFullyCovered = (coverage: number): boolean => coverage >= 1 - TOLERANCE

/** Returns whether a value (`null`: not scored) is below the minimum of a required criterion. */
export const isVetoed = (criterion: Criterion | undefined, value: number | null): boolean =>
  criterion?.isRequired === true && value !== null && value < (criterion.minimum ?? 0) - TOLERANCE

/** Returns the indexes of candidates by rank: by total before rounding, then by name; those without a total last. */
export function orderCandidates(totals: readonly (number | null)[], candidates: readonly Candidate[]): number[] {
  const byName = rankNames(candidates)
  return [...totals.keys()].sort((a, b) => {
    const [left, right] = [toComparable(totals[a]), toComparable(totals[b])]
    return left === right ? (byName[a] ?? 0) - (byName[b] ?? 0) : right - left
  })
}

/**
 * Returns the rank of each total; equal totals share one, and the next rank is as much lower: 1, 2, 2, 4. Takes totals in
 * the order of `orderCandidates`; those that are `null` have no rank.
 */
export const rankTotals = (totals: readonly (number | null)[]): (number | null)[] => {
  const sorted = totals.map(toComparable)
  return totals.map((total) => (total === null ? null : sorted.indexOf(toComparable(total)) + 1))
}

/** Returns a total as a number that is the same for totals that only differ by the error of a sum; a missing one is lowest. */
const toComparable = (total: number | null | undefined): number =>
  total === null || total === undefined ? Number.NEGATIVE_INFINITY : Math.round(total / TOLERANCE)

/** Returns each candidate's position by name (Chinese by pinyin), then by key. */
export function rankNames(candidates: readonly Candidate[]): number[] {
  const collator = new Intl.Collator('zh-Hans-CN')
  const sorted = candidates.toSorted((a, b) => collator.compare(a.name, b.name) || (a.key < b.key ? -1 : 1))
  return candidates.map((candidate) => sorted.indexOf(candidate))
}

/**
 * Returns the values with missing ones filled in by the score of their group, or by the total if the entire group is
 * unscored. The total then equals the sum of share × value, in which weights can be varied. Takes a standing with a
 * total.
 */
export function fillMissing(standing: Standing, criteria: readonly CriterionShare[]): number[] {
  return criteria.map(
    (criterion, column) => standing.values[column] ?? standing.groups[criterion.group] ?? standing.total ?? Number.NaN,
  )
}

/** Returns the weighted mean of the values that aren't `null`; `null` if none of them has a positive weight. */
function calculateWeightedMean(parts: readonly (readonly [weight: number, value: number | null])[]): number | null {
  let weights = 0
  let sum = 0
  for (const [weight, value] of parts) {
    if (value === null) continue
    weights += weight
    sum += weight * value
  }
  return weights > 0 ? sum / weights : null
}

const getSum = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
