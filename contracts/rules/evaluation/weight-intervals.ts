/** Calculates how far the share of one criterion can move before the winner or a verdict changes. */
import type { Recommendation } from '../../vocabulary.ts'
import { itemAt } from '../item-at.ts'
import type { Thresholds } from '../score.ts'
import { COVERAGE_MIN, calculateWeightedMean, isTied } from './scoring.ts'

export type Interval = { from: number; to: number }

/** A criterion with a candidate's value, which is filled in (`fillMissing`) if the criterion isn't scored. */
export type WeighedCriterion = { key: string; share: number; value: number; isScored: boolean }

/** A candidate with a total, and the criteria of the method; their shares add up to 1. */
export type WeighedCandidate = {
  key: string
  criteria: readonly WeighedCriterion[]
  isVetoed: boolean
  recommendation: Recommendation | null
}

export type WeightInterval = {
  criterion: string
  share: number
  /** The shares at which those that share the first rank all remain first. */
  winner: Interval
  /** The shares at which a candidate keeps its verdict, by the candidate's key, if it has one. */
  verdicts: Record<string, Interval>
}

/** A quantity that is linear in the share of a criterion: its value at 0 and at 1. */
type Line = { atZero: number; atOne: number }

/**
 * Returns, for each criterion, the intervals around its share in which the winner and the verdicts don't change, while
 * its share moves from 0 to 1 and the others keep their proportions. Totals and coverage are linear in the share, so
 * the bounds are exact. The candidates are in the order of their ranks.
 */
export function calculateWeightIntervals(
  candidates: readonly WeighedCandidate[],
  thresholds: Thresholds,
): WeightInterval[] {
  const [winner] = candidates
  if (!winner) return []
  return winner.criteria.map(({ key, share }, index) => {
    const getTotal = ({ criteria }: WeighedCandidate) => toLine(criteria, index, ({ value }) => value)
    const lines = candidates.map(getTotal)
    const leaders = lines.filter((line) => isTied(getValueAt(line, share), getValueAt(itemAt(lines, 0), share)))
    const getCoverage = ({ criteria }: WeighedCandidate) => toLine(criteria, index, ({ isScored }) => Number(isScored))
    return {
      criterion: key,
      share,
      winner: intersect(leaders.map((leader) => getWinnerInterval(leader, lines, share))),
      verdicts: Object.fromEntries(
        candidates.flatMap((candidate) => {
          const { recommendation, isVetoed } = candidate
          if (recommendation === null) return []
          const covered = getIntervalAtLeast(getCoverage(candidate), COVERAGE_MIN, share)
          const range = isVetoed ? ANY_TOTAL : getTotalRange(recommendation, thresholds)
          return [[candidate.key, intersect([covered, getIntervalWithin(getTotal(candidate), range, share)])]]
        }),
      ),
    }
  })
}

/** Returns the weighted sum of values as one criterion's share moves. If it has all the weight, nothing changes. */
function toLine(
  criteria: readonly WeighedCriterion[],
  moved: number,
  getValue: (criterion: WeighedCriterion) => number,
): Line {
  const own = getValue(itemAt(criteria, moved))
  const others = criteria.toSpliced(moved, 1)
  const meanOfOthers = calculateWeightedMean(
    others.map((criterion) => ({ weight: criterion.share, value: getValue(criterion) })),
  )
  return { atZero: meanOfOthers ?? own, atOne: own }
}

const getValueAt = ({ atZero, atOne }: Line, share: number): number => atZero + (atOne - atZero) * share

/** Returns the shares at which a candidate is first; `lines` are those of all candidates. */
function getWinnerInterval(winner: Line, lines: readonly Line[], share: number): Interval {
  // Equal candidates have lines that differ by the error of a sum.
  const others = lines.filter((line) => !isTied(line.atZero, winner.atZero) || !isTied(line.atOne, winner.atOne))
  const leads = others.map((other) => ({ atZero: winner.atZero - other.atZero, atOne: winner.atOne - other.atOne }))
  return intersect(leads.map((lead) => getIntervalAtLeast(lead, 0, share)))
}

type TotalRange = { lower: number; upper: number }
/** A vetoed candidate keeps its verdict, whatever its total is. */
const ANY_TOTAL: TotalRange = { lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY }

/** Returns the range of totals, before rounding, with a given verdict: a score is its total rounded half up. */
function getTotalRange(recommendation: Recommendation, thresholds: Thresholds): TotalRange {
  const strong = Math.ceil(thresholds.strong) - 0.5
  const recommend = Math.ceil(thresholds.recommend) - 0.5
  const cautious = Math.ceil(thresholds.cautious) - 0.5
  const ranges: Record<Recommendation, TotalRange> = {
    强烈推荐: { lower: strong, upper: Number.POSITIVE_INFINITY },
    推荐: { lower: recommend, upper: strong },
    谨慎推荐: { lower: cautious, upper: recommend },
    暂不推荐: { lower: Number.NEGATIVE_INFINITY, upper: cautious },
  }
  return ranges[recommendation]
}

const getIntervalWithin = (line: Line, { lower, upper }: TotalRange, share: number): Interval =>
  intersect([getIntervalAtLeast(line, lower, share), getIntervalAtMost(line, upper, share)])

const getIntervalAtMost = (line: Line, bound: number, share: number): Interval =>
  getIntervalAtLeast({ atZero: -line.atZero, atOne: -line.atOne }, -bound, share)

/**
 * Returns the part of 0 to 1 around `share` in which a line is at least `bound`. It is so at `share`, except for the
 * error of a sum, so the interval always contains `share`.
 */
function getIntervalAtLeast(line: Line, bound: number, share: number): Interval {
  const slope = line.atOne - line.atZero
  const root = (bound - line.atZero) / slope
  if (slope > 0 && line.atZero < bound) return { from: Math.min(root, share), to: 1 }
  if (slope < 0 && line.atOne < bound) return { from: 0, to: Math.max(root, share) }
  return { from: 0, to: 1 }
}

const intersect = (intervals: readonly Interval[]): Interval => ({
  from: Math.max(0, ...intervals.map((interval) => interval.from)),
  to: Math.min(1, ...intervals.map((interval) => interval.to)),
})
