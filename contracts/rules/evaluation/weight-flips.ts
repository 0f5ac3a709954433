/** Finds the weight changes that would rank another candidate first. */
import type { Analysis } from '../../evaluation-analysis/analysis.ts'
import type { ProjectSetup } from '../../evaluation-projects/project.ts'
import { type CriterionShare, listCriterionShares } from './scoring.ts'
import { calculateWeightIntervals } from './weight-intervals.ts'

/** If the share of a group or criterion passes `share` in this direction, `rival` is first instead of `winner`. */
export type WeightFlip = {
  key: string
  title: string
  direction: 'above' | 'below'
  share: number
  /** The current share. */
  current: number
  winner: string
  rival: string
}

/** A candidate with at least one score. */
export type RatedCandidate = Analysis['candidates'][number] & { total: number }
export const isRated = (candidate: Analysis['candidates'][number]): candidate is RatedCandidate =>
  candidate.total !== null

/** Returns the weights of a group at which another candidate becomes first, smallest change first. */
export function listGroupFlips({ groups }: ProjectSetup, { candidates }: Analysis): WeightFlip[] {
  const sum = groups.reduce((weights, group) => weights + group.weight, 0)
  return listFlips(
    groups.map(({ key, title, weight }) => ({ key, title, share: weight / sum })),
    candidates.filter(isRated),
    (candidate, part) => candidate.groups[part.key] ?? candidate.total,
  )
}

/** Returns the shares of a criterion at which another candidate becomes first, smallest change first. */
export function listCriterionFlips({ groups }: ProjectSetup, { candidates }: Analysis): WeightFlip[] {
  const titles = new Map(groups.flatMap((group) => group.criteria.map(({ key, title }) => [key, title])))
  const criteria = listCriterionShares(groups.map((group) => ({ ...group, criteria: group.criteria.map(pickWeight) })))
  return listFlips(
    criteria.map((criterion) => ({ ...criterion, title: titles.get(criterion.key) ?? criterion.key })),
    candidates.filter(isRated),
    (candidate, criterion) => getCriterionValue(candidate, criterion, groups),
  )
}

const pickWeight = ({ key, weight }: { key: string; weight: number }) => ({ key, weight })

/**
 * Returns a candidate's value by a criterion. If it isn't scored, the score of its group is used instead, or the total if
 * the entire group isn't scored (see `fillMissing`).
 */
export const getCriterionValue = (
  candidate: RatedCandidate,
  { key, group }: CriterionShare,
  groups: ProjectSetup['groups'],
): number => candidate.criteria[key]?.mean ?? candidate.groups[groups[group]?.key ?? ''] ?? candidate.total

type Part = { key: string; title: string; share: number }

/** Lists the flips of each part. The candidates are in the order of the ranking, the winner first. */
function listFlips<P extends Part>(
  parts: readonly P[],
  candidates: readonly RatedCandidate[],
  readValue: (candidate: RatedCandidate, part: P) => number,
): WeightFlip[] {
  const [winner] = candidates
  if (!winner || candidates.length < 2) return []
  const values = candidates.map((candidate) => parts.map((part) => readValue(candidate, part)))
  const intervals = listWinnerIntervals(parts, values)
  /** Returns the flip at a bound of the winner's interval, in the direction of 0 or 1. */
  const findFlip = (index: number, bound: number, edge: 0 | 1): WeightFlip | undefined => {
    const part = parts[index]
    const shareBeyond = bound + (edge - bound) * STEP
    const rival = candidates[findBest(values.map((row) => calculateTotal(row, parts, index, shareBeyond)))]
    if (!part || !rival || rival === winner) return undefined
    const { key, title, share: current } = part
    const direction = edge === 0 ? 'below' : 'above'
    return { key, title, direction, share: bound, current, winner: winner.key, rival: rival.key }
  }
  return intervals
    .flatMap(({ from, to }, index) => [
      from > 0 ? findFlip(index, from, 0) : undefined,
      to < 1 ? findFlip(index, to, 1) : undefined,
    ])
    .filter((flip) => flip !== undefined)
    .sort((a, b) => Math.abs(a.share - a.current) - Math.abs(b.share - b.current))
}

/** How far beyond a bound the new winner is determined, as a fraction of the distance to 0 or 1: at it, both are equal. */
const STEP = 1e-6
/** Verdicts aren't needed. */
const NO_THRESHOLDS = { strong: 0, recommend: 0, cautious: 0 }

/** Lists the shares of each part between which the first candidate remains first. */
const listWinnerIntervals = (parts: readonly Part[], values: readonly number[][]) =>
  calculateWeightIntervals(
    parts.map((part) => part.share),
    values.map((row) => ({ values: row, isScored: row.map(() => true), isVetoed: false, recommendation: null })),
    NO_THRESHOLDS,
  ).map(({ winner }) => ({ from: winner?.from ?? 0, to: winner?.to ?? 1 }))

/** Returns the index of the greatest total, the first one if several are equal. */
const findBest = (totals: readonly number[]): number => totals.indexOf(Math.max(...totals))

/** Returns the total if one part has a given share and the others keep their proportions. */
function calculateTotal(values: readonly number[], parts: readonly Part[], index: number, share: number): number {
  const others = parts.reduce((sum, part, partIndex) => (partIndex === index ? sum : sum + part.share), 0)
  const getNewShare = (part: Part, partIndex: number): number => {
    if (partIndex === index) return share
    return others > 0 ? (part.share / others) * (1 - share) : 0
  }
  return parts.reduce((sum, part, partIndex) => sum + getNewShare(part, partIndex) * (values[partIndex] ?? 0), 0)
}
