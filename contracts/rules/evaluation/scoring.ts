/** From the judges' scores to totals and verdicts: what a candidate comes to, and what is missing. */
import type { Recommendation } from '../../vocabulary.ts'
import { getRecommendation, type Thresholds } from '../score.ts'

export type Criterion = {
  key: string
  /** Its proportion within its group. */
  weight: number
  /** A required criterion whose value is under its minimum vetoes the candidate. */
  isRequired?: boolean | undefined
  minimum?: number | undefined
}
export type CriterionGroup = { key: string; weight: number; criteria: readonly Criterion[] }
export type EvidenceGrade = { key: string; cap: number }
export type EvaluationMethod = {
  groups: readonly CriterionGroup[]
  grades: readonly EvidenceGrade[]
  thresholds: Thresholds
}
export type JudgeScore = { judge: string; candidate: string; criterion: string; score: number; grade: string }
export type Candidate = { key: string; name: string }
export type Aggregate = 'mean' | 'median'

/** Below this part of the shares scored, there is no verdict but 证据不足. */
export const COVERAGE_MIN = 0.8

/** Sums of fractions miss their exact value by some 1e-14; a bound counts as met within this distance. */
const TOLERANCE = 1e-9

/** A criterion of the method with its place: shares of all criteria add up to 1. */
export type PlacedCriterion = Criterion & { group: number; share: number }

/**
 * Returns the criteria of all groups in order, each with its share: group weight / all group weights × criterion
 * weight / weights of its group. Takes weights of at least 0 with a positive sum, in each group and over the groups.
 */
export function placeCriteria(groups: readonly CriterionGroup[]): PlacedCriterion[] {
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

/** Returns what a judge's score counts for: at most the cap of its best evidence. */
export const getEffectiveScore = (score: number, cap: number): number => Math.min(score, cap)

/** Effective scores of the judges by [candidate][criterion]; an empty list where nobody scored. */
export type ScoreTable = readonly (readonly (readonly number[])[])[]

/** Returns the table of effective scores. Takes scores whose keys are all known; the caller validates them. */
export function tabulateScores(
  method: EvaluationMethod,
  criteria: readonly PlacedCriterion[],
  candidates: readonly Candidate[],
  scores: readonly JudgeScore[],
): ScoreTable {
  const caps = new Map(method.grades.map((grade) => [grade.key, grade.cap]))
  const rows = new Map(candidates.map((candidate, index) => [candidate.key, index]))
  const columns = new Map(criteria.map((criterion, index) => [criterion.key, index]))
  const table: number[][][] = candidates.map(() => criteria.map(() => []))
  for (const { candidate, criterion, score, grade } of scores) {
    const cell = table[rows.get(candidate) ?? -1]?.[columns.get(criterion) ?? -1]
    cell?.push(getEffectiveScore(score, caps.get(grade) ?? 100))
  }
  return table
}

/** Returns the mean or the median of some numbers; `null` if there are none. */
export function aggregateScores(scores: readonly number[], aggregate: Aggregate): number | null {
  if (scores.length === 0) return null
  if (aggregate === 'mean') return getSum(scores) / scores.length
  const sorted = scores.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low = 0, high = 0] = sorted.length % 2 === 1 ? [sorted[middle], sorted[middle]] : sorted.slice(middle - 1)
  return (low + high) / 2
}

export type Standing = {
  /** One for each criterion; `null` where nobody scored. */
  values: (number | null)[]
  /** One for each group; `null` if none of its criteria is scored. */
  groups: (number | null)[]
  /** Before rounding; `null` if nothing is scored. */
  total: number | null
  score: number | null
  /** The sum of the shares of scored criteria, 0 to 1. */
  coverage: number
  /** Indexes of required criteria whose value is under their minimum. */
  vetoes: number[]
  /** `null` if the coverage is under `COVERAGE_MIN`. */
  recommendation: Recommendation | null
}

/**
 * Returns where a candidate stands. A group's score is the weighted mean of its scored criteria, the total that of the
 * groups with a score; nothing is rounded but `score`, once. Takes one value a criterion, 0 to 100 or `null`.
 */
export function rateCandidate(
  values: readonly (number | null)[],
  criteria: readonly PlacedCriterion[],
  groups: readonly CriterionGroup[],
  thresholds: Thresholds,
): Standing {
  const groupScores = groups.map((_, index) =>
    weightedMean(
      criteria.map((criterion, at) => [criterion.group === index ? criterion.weight : 0, values[at] ?? null]),
    ),
  )
  const total = weightedMean(groups.map((group, index) => [group.weight, groupScores[index] ?? null]))
  const coverage = getSum(criteria.map((criterion, at) => (values[at] === null ? 0 : criterion.share)))
  const vetoes = [...criteria.keys()].filter((at) => isVetoed(criteria[at], values[at] ?? null))
  const score = total === null ? null : roundTotal(total)
  const hasVerdict = score !== null && isCovered(coverage)
  return {
    values: [...values],
    groups: groupScores,
    total,
    score,
    coverage: Math.min(1, coverage),
    vetoes,
    recommendation: hasVerdict ? (vetoes.length > 0 ? '暂不推荐' : getRecommendation(score, thresholds)) : null,
  }
}

/** Returns a total rounded half up, as `calculateScore` rounds. */
export const roundTotal = (total: number): number => Math.floor(total + 0.5 + TOLERANCE)

export const isCovered = (coverage: number): boolean => coverage >= COVERAGE_MIN - TOLERANCE

/** Says whether a value (`null`: not scored) is under the minimum of a required criterion. */
export const isVetoed = (criterion: Criterion | undefined, value: number | null): boolean =>
  criterion?.isRequired === true && value !== null && value < (criterion.minimum ?? 0) - TOLERANCE

/** Returns the indexes of candidates in their order: by total before rounding, then by name; without a total, last. */
export function orderCandidates(totals: readonly (number | null)[], candidates: readonly Candidate[]): number[] {
  const byName = rankNames(candidates)
  return [...totals.keys()].sort((a, b) => {
    const [left, right] = [totals[a] ?? Number.NEGATIVE_INFINITY, totals[b] ?? Number.NEGATIVE_INFINITY]
    return left === right ? (byName[a] ?? 0) - (byName[b] ?? 0) : right - left
  })
}

/** Returns each candidate's position by name (Chinese by pinyin), then by key. */
export function rankNames(candidates: readonly Candidate[]): number[] {
  const collator = new Intl.Collator('zh-Hans-CN')
  const sorted = candidates.toSorted((a, b) => collator.compare(a.name, b.name) || (a.key < b.key ? -1 : 1))
  return candidates.map((candidate) => sorted.indexOf(candidate))
}

/**
 * Returns the values with those that are missing filled in: by the score of their group, or by the total if the whole
 * group is missing. So a total is the sum of share × value, which is what weights can be moved in; takes a standing
 * that has a total.
 */
export function fillMissing(standing: Standing, criteria: readonly PlacedCriterion[]): number[] {
  return criteria.map(
    (criterion, at) => standing.values[at] ?? standing.groups[criterion.group] ?? standing.total ?? Number.NaN,
  )
}

/** Returns the weighted mean of the values that are there; `null` if none with a positive weight is. */
function weightedMean(parts: readonly (readonly [weight: number, value: number | null])[]): number | null {
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
