/** Finds the weight changes that would rank another candidate first. */
import type { Analysis } from '../../evaluation-analysis/analysis.ts'
import type { ProjectSetup } from '../../evaluation-projects/project.ts'
import { itemAt } from '../item-at.ts'
import { type CriterionShare, fillMissing, isRated, isTied, listCriterionShares } from './scoring.ts'
import {
  calculateWeightIntervals,
  type Interval,
  type WeighedCandidate,
  type WeighedCriterion,
} from './weight-intervals.ts'

/**
 * If the share of a group or criterion passes `share` in this direction, the `rivals` are first instead of the `winners`.
 * Winners that share the first place may be among the rivals: then the others fall behind.
 */
export type WeightFlip = {
  key: string
  title: string
  direction: 'above' | 'below'
  share: number
  /** The current share. */
  current: number
  winners: string[]
  rivals: string[]
}

/** Describes how the first place changes, such as 乙超过甲. */
export function describeLeaderChange(
  winners: readonly string[],
  rivals: readonly string[],
  getName: (key: string) => string,
): string {
  const rivalNames = rivals.map(getName).join('、')
  if (!rivals.some((rival) => winners.includes(rival))) return `${rivalNames}超过${winners.map(getName).join('、')}`
  return rivals.length === 1 ? `${rivalNames}单独居首` : `${rivalNames}并列第一`
}

/** A candidate with at least one score. */
export type RatedCandidate = Analysis['candidates'][number] & { total: number }

/** Returns the weights of a group at which another candidate becomes first, smallest change first. */
export function listGroupFlips({ groups }: ProjectSetup, { candidates }: Analysis): WeightFlip[] {
  const sum = groups.reduce((weights, group) => weights + group.weight, 0)
  return listFlips(
    groups.map(({ key, title, weight }) => ({ key, title, share: weight / sum })),
    candidates.filter(isRated),
    (candidate, { key }) => candidate.groups[key] ?? candidate.total,
  )
}

/** Returns the shares of a criterion at which another candidate becomes first, smallest change first. */
export const listCriterionFlips = ({ groups }: ProjectSetup, { candidates }: Analysis): WeightFlip[] =>
  listFlips(listCriterionShares(groups), candidates.filter(isRated), getCriterionValue)

/** Returns a candidate's value by a criterion, filled in if it isn't scored. */
export const getCriterionValue = (
  candidate: RatedCandidate,
  { key, group }: Pick<CriterionShare, 'group'> & { key: string },
): number => fillMissing(candidate.criteria[key]?.mean ?? null, group, candidate)

/** A group or a criterion. */
type Part = { key: string; title: string; share: number }

/**
 * Lists the flips of each part. For each part, the interval of shares with which the first place doesn't change has two
 * bounds; beyond each of them, others are first. If several share the first place, it may change with any other share.
 */
function listFlips<P extends Part>(
  parts: readonly P[],
  candidates: readonly RatedCandidate[],
  getValue: (candidate: RatedCandidate, part: P) => number,
): WeightFlip[] {
  const weighedCandidates = candidates.map((candidate) =>
    createWeighedCandidate(
      candidate.key,
      parts.map((part) => ({ key: part.key, share: part.share, value: getValue(candidate, part), isScored: true })),
    ),
  )
  const intervals = calculateWeightIntervals(weighedCandidates, UNUSED_THRESHOLDS)
  const flips = parts.flatMap(({ key, title, share: current }, index) => {
    const interval = intervals[index]
    if (!interval) return []
    const winners = listFirst(weighedCandidates, key, current)
    return listBounds(interval.winner).flatMap((bound) => {
      const rivals = listFirst(weighedCandidates, key, getShareBeyond(bound))
      const { direction, share } = bound
      return hasSameKeys(rivals, winners) ? [] : [{ key, title, direction, share, current, winners, rivals }]
    })
  })
  return flips.sort((a, b) => getChange(a) - getChange(b))
}

/** Returns whether two lists in the same order have the same keys. */
const hasSameKeys = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((key, index) => key === b[index])

/** Creates a candidate for the calculation of totals alone, which needs neither a veto nor a verdict. */
const createWeighedCandidate = (key: string, criteria: readonly WeighedCriterion[]): WeighedCandidate => ({
  key,
  criteria,
  isVetoed: false,
  recommendation: null,
})

/** No candidate has a verdict here. */
const UNUSED_THRESHOLDS = { strong: 0, recommend: 0, cautious: 0 }

const getChange = ({ share, current }: WeightFlip): number => Math.abs(share - current)

/** A bound of an interval of shares; `limit` is the last share in its direction. */
type Bound = { direction: WeightFlip['direction']; share: number; limit: 0 | 1 }

/** Returns the bounds of an interval that a share can pass. */
function listBounds({ from, to }: Interval): Bound[] {
  const bounds: Bound[] = [
    { direction: 'below', share: from, limit: 0 },
    { direction: 'above', share: to, limit: 1 },
  ]
  return bounds.filter(({ share, limit }) => Math.abs(share - limit) > 0)
}

/** How far beyond a bound the new winner is determined, as a fraction of the distance to the limit. */
const STEP = 1e-6

/** Returns a share just beyond a bound: at the bound, the totals of winner and rival are equal. */
const getShareBeyond = ({ share, limit }: Bound): number => share + (limit - share) * STEP

/** Returns the keys of the candidates with the greatest total at a share of a part, several if they are equal. */
function listFirst(candidates: readonly WeighedCandidate[], part: string, share: number): string[] {
  const totals = candidates.map(({ criteria }) => calculateTotal(criteria, part, share))
  const greatest = Math.max(...totals)
  return candidates.filter((_, index) => isTied(itemAt(totals, index), greatest)).map(({ key }) => key)
}

/** Returns the total if one part has a given share and the others keep their proportions. */
function calculateTotal(criteria: readonly WeighedCriterion[], part: string, share: number): number {
  const others = criteria.filter(({ key }) => key !== part)
  const shareOfOthers = others.reduce((sum, other) => sum + other.share, 0)
  const getNewShare = (criterion: WeighedCriterion): number => {
    if (criterion.key === part) return share
    return shareOfOthers > 0 ? (criterion.share / shareOfOthers) * (1 - share) : 0
  }
  return criteria.reduce((sum, criterion) => sum + getNewShare(criterion) * criterion.value, 0)
}
