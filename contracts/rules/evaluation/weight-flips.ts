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
  const criteria = listCriterionShares(groups.map((group) => ({ ...group, criteria: group.criteria.map(toCriterion) })))
  return listFlips(
    criteria.map((criterion) => ({ ...criterion, title: titles.get(criterion.key) ?? criterion.key })),
    candidates.filter(isRated),
    (candidate, criterion) => getCriterionValue(candidate, criterion, groups),
  )
}

const toCriterion = ({ key, weight }: { key: string; weight: number }) => ({ key, weight })

/**
 * Returns a candidate's value by a criterion. An unscored one counts as its group, or as the total if the entire group is
 * unscored (see `fillMissing`).
 */
export const getCriterionValue = (
  candidate: RatedCandidate,
  { key, group }: CriterionShare,
  groups: ProjectSetup['groups'],
): number => candidate.criteria[key]?.mean ?? candidate.groups[groups[group]?.key ?? ''] ?? candidate.total

type Part = { key: string; title: string; share: number }

function listFlips<P extends Part>(
  parts: readonly P[],
  candidates: readonly RatedCandidate[],
  readValue: (candidate: RatedCandidate, part: P) => number,
): WeightFlip[] {
  const values = candidates.map((candidate) => parts.map((part) => readValue(candidate, part)))
  const [winner] = candidates
  if (!winner || candidates.length < 2) return []
  const intervals = calculateWeightIntervals(
    parts.map((part) => part.share),
    values.map((row) => ({ values: row, isScored: row.map(() => true), isVetoed: false, recommendation: null })),
    NO_THRESHOLDS,
  )
  return parts
    .flatMap(({ key, title, share }, index) => {
      const { from = 0, to = 1 } = intervals[index]?.winner ?? {}
      const createFlips = (direction: 'above' | 'below', bound: number, edge: 0 | 1): WeightFlip[] => {
        const totals = values.map((row) => calculateTotal(row, parts, index, bound + (edge - bound) * STEP))
        const best = totals.indexOf(Math.max(...totals))
        const rival = candidates[best]?.key
        return best === 0 || rival === undefined
          ? []
          : [{ key, title, direction, share: bound, current: share, winner: winner.key, rival }]
      }
      return [...(from > 0 ? createFlips('below', from, 0) : []), ...(to < 1 ? createFlips('above', to, 1) : [])]
    })
    .sort((a, b) => Math.abs(a.share - a.current) - Math.abs(b.share - b.current))
}

/** How far beyond a bound the new first candidate is determined, as a fraction of the distance to 0 or 1. */
const STEP = 1e-6
/** Verdicts aren't needed. */
const NO_THRESHOLDS = { strong: 0, recommend: 0, cautious: 0 }

/** Returns the total if one part has a given share and the others keep their proportions. */
function calculateTotal(values: readonly number[], parts: readonly Part[], index: number, share: number): number {
  const others = parts.reduce((sum, part, partIndex) => (partIndex === index ? sum : sum + part.share), 0)
  const getNewShare = (part: Part, partIndex: number): number => {
    if (partIndex === index) return share
    return others > 0 ? (part.share / others) * (1 - share) : 0
  }
  return parts.reduce((sum, part, partIndex) => sum + getNewShare(part, partIndex) * (values[partIndex] ?? 0), 0)
}
