/** Calculates how far the share of one criterion can move before the winner or a verdict changes. */
import type { Recommendation } from '../../vocabulary.ts'
import type { Thresholds } from '../score.ts'
import { COVERAGE_MIN } from './scoring.ts'

export type Interval = { from: number; to: number }

/** A candidate with a total. `values` has one value per criterion, with missing ones filled in (`fillMissing`). */
export type WeighedCandidate = {
  values: readonly number[]
  isScored: readonly boolean[]
  isVetoed: boolean
  recommendation: Recommendation | null
}

export type WeightInterval = {
  criterion: number
  share: number
  /** The shares at which the first candidate remains first. */
  winner: Interval
  /** The shares at which each candidate keeps its verdict; `null` if it has none. */
  verdicts: (Interval | null)[]
}

/** A quantity that is linear in the share of a criterion: its value at 0 and at 1. */
type Line = { atZero: number; atOne: number }

/**
 * Returns, for each criterion, the intervals around its share in which the winner and the verdicts don't change, while
 * its share moves from 0 to 1 and the others keep their proportions. Totals and coverage are linear in the share, so
 * the bounds are exact. Takes shares that add up to 1, and candidates by rank.
 */
export function calculateWeightIntervals(
  shares: readonly number[],
  candidates: readonly WeighedCandidate[],
  thresholds: Thresholds,
): WeightInterval[] {
  return shares.map((share, criterion) => {
    const lines = candidates.map((candidate) => toLine(candidate.values, shares, criterion))
    const coverages = candidates.map((candidate) => toLine(candidate.isScored.map(Number), shares, criterion))
    return {
      criterion,
      share,
      winner: getWinnerInterval(lines, share),
      verdicts: candidates.map((candidate, index) =>
        getVerdictInterval(candidate, lines[index], coverages[index], share, thresholds),
      ),
    }
  })
}

/** Returns the weighted sum of values as one criterion's share moves. If it has all the weight, nothing changes. */
function toLine(values: readonly number[], shares: readonly number[], criterion: number): Line {
  const own = values[criterion] ?? 0
  let weights = 0
  let sum = 0
  for (const [index, share] of shares.entries()) {
    if (index === criterion) continue
    weights += share
    sum += share * (values[index] ?? 0)
  }
  return { atZero: weights > 0 ? sum / weights : own, atOne: own }
}

function getWinnerInterval(lines: readonly Line[], share: number): Interval {
  const [winner, ...others] = lines
  if (!winner) return { from: 0, to: 1 }
  const leads = others.map((other) => ({ atZero: winner.atZero - other.atZero, atOne: winner.atOne - other.atOne }))
  return intersect(leads.map((lead) => getIntervalAtLeast(lead, 0, share)))
}

function getVerdictInterval(
  candidate: WeighedCandidate,
  total: Line | undefined,
  coverage: Line | undefined,
  share: number,
  thresholds: Thresholds,
): Interval | null {
  if (candidate.recommendation === null || !total || !coverage) return null
  const covered = getIntervalAtLeast(coverage, COVERAGE_MIN, share)
  if (candidate.isVetoed) return covered
  const { lower, upper } = getTotalBounds(candidate.recommendation, thresholds)
  return intersect([covered, getIntervalAtLeast(total, lower, share), getIntervalAtMost(total, upper, share)])
}

/** Returns the range of totals, before rounding, with a given verdict: a score is its total rounded half up. */
function getTotalBounds(recommendation: Recommendation, thresholds: Thresholds): { lower: number; upper: number } {
  const strong = Math.ceil(thresholds.strong) - 0.5
  const recommend = Math.ceil(thresholds.recommend) - 0.5
  const cautious = Math.ceil(thresholds.cautious) - 0.5
  const bounds: Record<Recommendation, { lower: number; upper: number }> = {
    强烈推荐: { lower: strong, upper: Number.POSITIVE_INFINITY },
    推荐: { lower: recommend, upper: strong },
    谨慎推荐: { lower: cautious, upper: recommend },
    暂不推荐: { lower: Number.NEGATIVE_INFINITY, upper: cautious },
  }
  return bounds[recommendation]
}

const getIntervalAtMost = (line: Line, bound: number, share: number): Interval =>
  getIntervalAtLeast({ atZero: -line.atZero, atOne: -line.atOne }, -bound, share)

/** Returns the part of 0 to 1 around `share` in which a line is at least `bound`; it must be so at `share`. */
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
