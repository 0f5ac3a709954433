/** Aggregates the judges' scores to totals and recommendations. */
import type { Recommendation } from '../../vocabulary.ts'
import { EQUALITY_TOLERANCE, getRecommendation, roundTotal, type Thresholds } from '../score.ts'

export type Criterion = {
  key: string
  /** The proportion within its group. */
  weight: number
  /** A required criterion whose value is below its minimum vetoes the candidate. */
  isRequired?: boolean | undefined
  minimum?: number | undefined
}
type Group<C> = { key: string; weight: number; criteria: readonly C[] }
export type CriterionGroup = Group<Criterion>
/** How strong the evidence for a score is; scores based on it count for at most `cap`. */
type EvidenceGrade = { key: string; cap: number }
export type EvaluationMethod = {
  groups: readonly CriterionGroup[]
  grades: readonly EvidenceGrade[]
  thresholds: Thresholds
}
/** A judge's score of 0 to 100 for a candidate by one criterion, with the grade of its best evidence. */
export type JudgeScore = { judge: string; candidate: string; criterion: string; score: number; grade: string }
/** A score of 0 to 100 that nobody judged, such as one calculated from a price: it counts as it is, and is certain. */
export type GivenScore = { candidate: string; criterion: string; score: number }
export type Candidate = { key: string; name: string }
export const AGGREGATES = ['mean', 'median', 'trimmedMean'] as const
export type Aggregate = (typeof AGGREGATES)[number]

/** From this number of scores on, `trimmedMean` leaves out the highest and the lowest; fewer are all counted. */
export const TRIMMED_JUDGES_MIN = 5

/** Below this coverage there is no recommendation (shown as 证据不足). */
export const COVERAGE_MIN = 0.8

/** The key of a criterion's group, and the criterion's share of the total; the shares of all criteria add up to 1. */
export type CriterionShare = { group: string; share: number }

/**
 * Returns the criteria of all groups in order, each with its share: group weight / all group weights × criterion
 * weight / weights of its group. Throws a `RangeError` if no group has a weight, or a group with a weight has no
 * criterion with one.
 */
export function listCriterionShares<C extends { weight: number }>(groups: readonly Group<C>[]): (C & CriterionShare)[] {
  const groupWeights = sumWeights(groups)
  return groups.flatMap(({ key, weight, criteria }) => {
    if (weight === 0) return criteria.map((criterion) => ({ ...criterion, group: key, share: 0 }))
    const criterionWeights = sumWeights(criteria)
    return criteria.map((criterion) => ({
      ...criterion,
      group: key,
      share: (weight / groupWeights) * (criterion.weight / criterionWeights),
    }))
  })
}

function sumWeights(parts: readonly { weight: number }[]): number {
  const sum = getSum(parts.map(({ weight }) => weight))
  if (!(sum > 0)) throw new RangeError('The weights have no positive sum')
  return sum
}

/** Returns what a judge's score counts for: no more than the cap of its best evidence. */
export const getEffectiveScore = (score: number, cap: number): number => Math.min(score, cap)

/** Returns the function that returns the cap of a grade, and throws a `RangeError` for an unknown one. */
export function createCapLookup(grades: readonly EvidenceGrade[]): (grade: string) => number {
  const caps = new Map(grades.map(({ key, cap }) => [key, cap]))
  return (grade) => {
    const cap = caps.get(grade)
    if (cap === undefined) throw new RangeError(`Unknown grade of evidence: ${grade}`)
    return cap
  }
}

/** A criterion with its value for a candidate; `null` if nobody scored it. */
type CriterionValue = Criterion & CriterionShare & { value: number | null }

/**
 * A candidate with the criteria of all groups; `scores` are the judges' effective scores, or the given one, `judges`
 * how many judges gave them.
 */
export type CandidateScores = Candidate & {
  criteria: readonly (CriterionValue & { scores: readonly number[]; judges: number })[]
}

type ScoredEvaluation = {
  method: Pick<EvaluationMethod, 'groups' | 'grades'>
  candidates: readonly Candidate[]
  scores: readonly JudgeScore[]
  given?: readonly GivenScore[] | undefined
  aggregate: Aggregate
}

/** Returns the candidates with their scores by criterion. Throws a `RangeError` for a score with an unknown grade. */
export function tabulateScores({
  method,
  candidates,
  scores,
  given = [],
  aggregate,
}: ScoredEvaluation): CandidateScores[] {
  const criteria = listCriterionShares(method.groups)
  const getCap = createCapLookup(method.grades)
  const scoresByCandidate = Map.groupBy(scores, ({ candidate }) => candidate)
  return candidates.map((candidate) => {
    const scoresByCriterion = Map.groupBy(scoresByCandidate.get(candidate.key) ?? [], ({ criterion }) => criterion)
    return {
      ...candidate,
      criteria: criteria.map((criterion) => {
        const judgeScores = scoresByCriterion.get(criterion.key) ?? []
        const givenScore = given.find((item) => item.candidate === candidate.key && item.criterion === criterion.key)
        if (givenScore) return { ...criterion, scores: [givenScore.score], value: givenScore.score, judges: 0 }
        const effectiveScores = judgeScores.map(({ score, grade }) => getEffectiveScore(score, getCap(grade)))
        return {
          ...criterion,
          scores: effectiveScores,
          value: aggregateScores(effectiveScores, aggregate),
          judges: effectiveScores.length,
        }
      }),
    }
  })
}

/** Returns the mean, the median or the trimmed mean of some numbers; `null` if there are none. */
export function aggregateScores(scores: readonly number[], aggregate: Aggregate): number | null {
  if (scores.length === 0) return null
  if (aggregate === 'median') return getMean(listMiddleScores(scores))
  const isTrimmed = aggregate === 'trimmedMean' && scores.length >= TRIMMED_JUDGES_MIN
  return getMean(isTrimmed ? scores.toSorted((a, b) => a - b).slice(1, -1) : scores)
}

/** Returns the middle one of an odd number of scores, or the middle two of an even number. */
function listMiddleScores(scores: readonly number[]): number[] {
  const lower = Math.floor((scores.length - 1) / 2)
  const upper = Math.floor(scores.length / 2)
  return scores.toSorted((a, b) => a - b).slice(lower, upper + 1)
}

/** A required criterion whose value, the mean or median of its scores, is below its minimum. */
export type Veto = { criterion: string; mean: number; minimum: number }

/** What the scores of a candidate amount to. */
export type Standing = {
  /** By the group's key; `null` if none of its criteria is scored. */
  groups: Record<string, number | null>
  /** Before rounding; `null` if nothing is scored. */
  total: number | null
  score: number | null
  /** The sum of the shares of scored criteria, 0 to 1. */
  coverage: number
  vetoes: Veto[]
  /** `null` if the coverage is below `COVERAGE_MIN`. */
  recommendation: Recommendation | null
}

/**
 * Returns a candidate's standing. A group's score is the weighted mean of its scored criteria, the total that of the
 * scored groups; only `score` is rounded, once.
 */
export function scoreCandidate(
  criteria: readonly CriterionValue[],
  { groups, thresholds }: Pick<EvaluationMethod, 'groups' | 'thresholds'>,
): Standing {
  const scoredGroups = groups.map(({ key, weight }) => ({
    key,
    weight,
    value: calculateWeightedMean(criteria.filter(({ group }) => group === key)),
  }))
  const total = calculateWeightedMean(scoredGroups)
  const score = total === null ? null : roundTotal(total)
  const coverage = getSum(criteria.filter(({ value }) => value !== null).map(({ share }) => share))
  const vetoes = listVetoes(criteria)
  const hasVerdict = score !== null && isCovered(coverage)
  return {
    groups: Object.fromEntries(scoredGroups.map(({ key, value }) => [key, value])),
    total,
    score,
    coverage: isFullyCovered(coverage) ? 1 : coverage,
    vetoes,
    recommendation: hasVerdict ? applyVeto(getRecommendation(score, thresholds), vetoes.length > 0) : null,
  }
}

const listVetoes = (criteria: readonly CriterionValue[]): Veto[] =>
  criteria.flatMap((criterion) => {
    const { key, value } = criterion
    return value !== null && isVetoed(criterion, value)
      ? [{ criterion: key, mean: value, minimum: criterion.minimum }]
      : []
  })

/** Returns the recommendation of a candidate: a vetoed one isn't recommended, however high its score is. */
export const applyVeto = (recommendation: Recommendation, hasVeto: boolean): Recommendation =>
  hasVeto ? '暂不推荐' : recommendation

export const isCovered = (coverage: number): boolean => coverage >= COVERAGE_MIN - EQUALITY_TOLERANCE

/** Returns whether everything is scored, given the sum of the shares of scored criteria. */
export const isFullyCovered = (coverage: number): boolean => coverage >= 1 - EQUALITY_TOLERANCE

/** Returns whether a criterion is required and a value is below its minimum. */
export const isVetoed = <C extends Criterion>(criterion: C, value: number): criterion is C & { minimum: number } =>
  criterion.isRequired === true && criterion.minimum !== undefined && value < criterion.minimum - EQUALITY_TOLERANCE

/** Returns whether totals are equal. Those that are equal by construction may differ by the error of a sum. */
export const isTied = (a: number, b: number): boolean => Math.abs(a - b) < EQUALITY_TOLERANCE

/**
 * Returns the candidates by total before rounding with their ranks; names only order those with equal totals. These
 * share a rank, and the next rank is as much lower: 1, 2, 2, 4. Candidates without a total are last and have no rank.
 */
export function rankCandidates<C extends Candidate & { total: number | null }>(
  candidates: readonly C[],
): (C & { rank: number | null })[] {
  const compareNames = createNameComparison()
  const rated = groupTied(candidates.filter(isRated).sort((a, b) => b.total - a.total))
  const ranked = rated.flatMap((tied, index) => {
    const better = rated.slice(0, index).reduce((count, { length }) => count + length, 0)
    return tied.sort(compareNames).map((candidate) => ({ ...candidate, rank: better + 1 }))
  })
  const unrated = candidates.filter((candidate) => !isRated(candidate)).sort(compareNames)
  return [...ranked, ...unrated.map((candidate) => ({ ...candidate, rank: null }))]
}

/** Returns sorted candidates in groups of equal totals. */
function groupTied<C extends { total: number }>(sorted: readonly C[]): C[][] {
  const groups: C[][] = []
  for (const candidate of sorted) {
    const previous = groups.at(-1)?.at(-1)
    if (previous && isTied(previous.total, candidate.total)) groups.at(-1)?.push(candidate)
    else groups.push([candidate])
  }
  return groups
}

/** Returns the candidates that share the first rank, in the order given; none if nothing is scored. */
export const listLeaders = <C extends { rank: number | null; total: number | null }>(
  candidates: readonly C[],
): (C & { total: number })[] => candidates.filter(isRated).filter(({ rank }) => rank === 1)

/** Returns a comparison of candidates by name (Chinese by pinyin), then by key. */
function createNameComparison(): (a: Candidate, b: Candidate) => number {
  const collator = new Intl.Collator('zh-Hans-CN')
  return (a, b) => collator.compare(a.name, b.name) || (a.key < b.key ? -1 : 1)
}

/** Returns whether a candidate has a score. */
export const isRated = <C extends { total: number | null }>(candidate: C): candidate is C & { total: number } =>
  candidate.total !== null

/** A candidate with the scores of its groups by key, and its total. */
type RatedGroups = { groups: Readonly<Record<string, number | null>>; total: number }

/**
 * Returns the value of a criterion; if it is missing, the score of its group, or the total if the entire group is
 * unscored. The total then equals the sum of share × value, in which weights can be varied.
 */
export const fillMissing = (value: number | null, group: string, { groups, total }: RatedGroups): number =>
  value ?? groups[group] ?? total

/** Returns the weighted mean of the values that aren't `null`; `null` if none of them has a positive weight. */
export function calculateWeightedMean(parts: readonly { weight: number; value: number | null }[]): number | null {
  let weights = 0
  let sum = 0
  for (const { weight, value } of parts) {
    if (value === null) continue
    weights += weight
    sum += weight * value
  }
  return weights > 0 ? sum / weights : null
}

const getSum = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
const getMean = (numbers: readonly number[]) => getSum(numbers) / numbers.length
