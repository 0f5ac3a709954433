/**
 * How robust a ranking is against uncertain weights and scores: SMAA-2 (Lahdelma and Salminen 2001, "SMAA-2: Stochastic
 * Multicriteria Acceptability Analysis for Group Decision Making", Operations Research 49(3)), by Monte Carlo
 * simulation as in Tervonen and Lahdelma 2007, "Implementing stochastic multicriteria acceptability analysis", EJOR
 * 178.
 *
 * SMAA-2 ranks a candidate by how many are better (its equation 3), so that equal totals share the better rank. Here the
 * chances of equal candidates are split evenly over the ranks that they occupy together, which is the mean over all
 * orders of them: acceptabilities add up to 1 by rank, too, and none depends on the order of names or keys.
 */
import { RECOMMENDATIONS, type Recommendation } from '../../vocabulary.ts'
import { itemAt } from '../item-at.ts'
import { getRecommendation, roundTotal, type Thresholds } from '../score.ts'
import { applyVeto, type CandidateScores, type Criterion, isCovered, isTied, isVetoed } from './scoring.ts'
import { createRandom, drawItem } from './seeded-random.ts'

export const DEFAULT_DRAWS = 10_000
/** How far a share varies in either direction if weights are drawn near the current ones. */
export const DEFAULT_SPREAD = 0.25

export type RobustnessOptions = {
  draws: number
  seed: number
  /** `any`: all weightings are equally likely. `near`: each share × uniform within 1 ± spread. */
  weights: 'any' | 'near'
  spread: number
}

/** How a candidate fares over all draws; proportions are of the draws. */
export type CandidateRobustness = {
  key: string
  /** By rank, from the first: the proportion in which the candidate has it. */
  rankAcceptability: number[]
  /** By criterion: the mean shares of the draws in which the candidate is first; `null` if it never is. */
  favouringWeights: Record<string, number> | null
  /** By other candidate: the proportion in which this one ranks before it; a tie counts as half. */
  pairwise: Record<string, number>
  /** By verdict; `null` without a verdict (too little scored). */
  verdicts: Record<Recommendation, number> | null
}

/** The first-rank acceptability from which a winner is robust, or fairly robust. */
export const ACCEPTABILITY = { robust: 0.9, fair: 0.7 } as const

/** Rates a ranking by its winner's first-rank acceptability, with weights drawn near the current ones. */
export function classifyRobustness(acceptability: number): '稳健' | '较稳健' | '不稳健' {
  if (acceptability >= ACCEPTABILITY.robust) return '稳健'
  return acceptability >= ACCEPTABILITY.fair ? '较稳健' : '不稳健'
}

/** A candidate with its scores, at least one, and the share of the criteria that are scored. */
type RatedCandidate = CandidateScores & { total: number; coverage: number }

/**
 * Returns the statistics of many draws. In each draw, the shares are drawn as
 * `options.weights` specifies, and every score is that of one judge chosen uniformly; totals are calculated as in
 * `scoreCandidate`. Equal totals split their ranks evenly. The same seed yields the same figures.
 */
export function simulateRobustness(
  candidates: readonly RatedCandidate[],
  thresholds: Thresholds,
  options: RobustnessOptions,
): CandidateRobustness[] {
  const random = createRandom(options.seed)
  const weighting = createWeighting(candidates)
  const simulated = createSimulatedCandidates(candidates, weighting.columns)
  const order = [...simulated]
  for (let draw = 0; draw < options.draws; draw++) {
    drawShares(weighting, options, random)
    for (const candidate of simulated) {
      const hasVeto = drawScores(candidate, weighting.groups, random)
      candidate.total = averageGroups(weighting.groups)
      const verdict = applyVeto(getRecommendation(roundTotal(candidate.total), thresholds), hasVeto)
      candidate.verdictCounts[verdict]++
    }
    order.sort((a, b) => b.total - a.total)
    countOrder(order, weighting.columns)
  }
  equalizeAlike(simulated)
  return simulated.map((candidate) => summarize(candidate, simulated, weighting.columns, options.draws))
}

/** A group in the current draw: its share, that of its scored criteria, and the sum of their shares × scores. */
type GroupDraw = { share: number; scoredShare: number; sum: number }
/** A criterion with its share in the method, and in the current draw. */
type Column = { index: number; criterion: Criterion; group: GroupDraw; methodShare: number; share: number }
type Weighting = { columns: readonly Column[]; groups: readonly GroupDraw[] }

type SimulatedCandidate = {
  index: number
  key: string
  cells: readonly { column: Column; scores: readonly number[] }[]
  hasVerdict: boolean
  /** The total in the current draw. */
  total: number
  /** How often the candidate has each rank, from the first. */
  rankCounts: Float64Array
  /** How often the candidate ranks before another one, by the other's index. */
  winCounts: Float64Array
  /** The sums of each column's shares over the draws in which the candidate is first. */
  shareSums: Float64Array
  verdictCounts: Record<Recommendation, number>
}

/** Creates the weighting from the first candidate's criteria: all candidates have the same. */
function createWeighting(candidates: readonly CandidateScores[]): Weighting {
  const groups = new Map<string, GroupDraw>()
  const columns = (candidates[0]?.criteria ?? []).map((criterion, index) => {
    const group = groups.get(criterion.group) ?? { share: 0, scoredShare: 0, sum: 0 }
    groups.set(criterion.group, group)
    return { index, criterion, group, methodShare: criterion.share, share: 0 }
  })
  return { columns, groups: [...groups.values()] }
}

function createSimulatedCandidates(
  candidates: readonly RatedCandidate[],
  columns: readonly Column[],
): SimulatedCandidate[] {
  return candidates.map((candidate, index) => ({
    index,
    key: candidate.key,
    cells: columns.map((column) => ({ column, scores: itemAt(candidate.criteria, column.index).scores })),
    hasVerdict: isCovered(candidate.coverage),
    total: 0,
    rankCounts: new Float64Array(candidates.length),
    winCounts: new Float64Array(candidates.length),
    shareSums: new Float64Array(columns.length),
    verdictCounts: { 强烈推荐: 0, 推荐: 0, 谨慎推荐: 0, 暂不推荐: 0 },
  }))
}

/** Draws the shares of the criteria, which add up to 1, and adds them to those of their groups. */
function drawShares(
  { columns, groups }: Weighting,
  { weights, spread }: RobustnessOptions,
  random: () => number,
): void {
  for (const column of columns) {
    column.share = weights === 'any' ? drawExponential(random) : column.methodShare * (1 + spread * (2 * random() - 1))
  }
  let sum = 0
  for (const { share } of columns) sum += share
  for (const group of groups) group.share = 0
  for (const column of columns) {
    column.share /= sum
    column.group.share += column.share
  }
}

/** Normalized exponential variates are uniform on the simplex (Rubinstein 1982). */
const drawExponential = (random: () => number): number => -Math.log(1 - random())

/** Draws a score for each scored criterion, and adds it to its group. Returns whether a score vetoes the candidate. */
function drawScores({ cells }: SimulatedCandidate, groups: readonly GroupDraw[], random: () => number): boolean {
  for (const group of groups) {
    group.scoredShare = 0
    group.sum = 0
  }
  let hasVeto = false
  for (const { column, scores } of cells) {
    if (scores.length === 0) continue
    const score = drawItem(scores, random)
    column.group.scoredShare += column.share
    column.group.sum += column.share * score
    hasVeto ||= isVetoed(column.criterion, score)
  }
  return hasVeto
}

/**
 * Returns the total. An unscored criterion counts as its group's mean, or as the total if the entire group is unscored.
 */
function averageGroups(groups: readonly GroupDraw[]): number {
  let weight = 0
  let sum = 0
  for (const group of groups) {
    if (group.scoredShare === 0) continue
    weight += group.share
    sum += (group.share * group.sum) / group.scoredShare
  }
  // With a spread of 1, the shares of all scored criteria may be drawn as 0.
  return weight === 0 ? 0 : sum / weight
}

/** Counts the ranks and pairwise wins of a draw, and adds its shares to those of the first candidates. */
function countOrder(order: readonly SimulatedCandidate[], columns: readonly Column[]): void {
  let from = 0
  while (from < order.length) {
    let to = from + 1
    while (to < order.length && isTied(itemAt(order, to - 1).total, itemAt(order, to).total)) to++
    for (let position = from; position < to; position++) countTied(order, { position, from, to }, columns)
    from = to
  }
}

/** Counts a candidate that is tied with those at the positions from `from` until `to`, or alone. */
function countTied(
  order: readonly SimulatedCandidate[],
  { position, from, to }: { position: number; from: number; to: number },
  columns: readonly Column[],
): void {
  const { rankCounts, winCounts, shareSums } = itemAt(order, position)
  const part = 1 / (to - from)
  for (let rank = from; rank < to; rank++) {
    increment(rankCounts, rank, part)
    if (rank !== position) increment(winCounts, itemAt(order, rank).index, 0.5)
  }
  for (let after = to; after < order.length; after++) increment(winCounts, itemAt(order, after).index)
  if (from === 0) for (const { index, share } of columns) increment(shareSums, index, share * part)
}

/**
 * Gives candidates whose judges gave the same scores the same figures, the mean of theirs: their chances are equal, but
 * each of them drew its own scores.
 */
function equalizeAlike(candidates: readonly SimulatedCandidate[]): void {
  const groups = Map.groupBy(candidates, ({ cells }) =>
    JSON.stringify(cells.map(({ scores }) => scores.toSorted((a, b) => a - b))),
  )
  if (groups.size === candidates.length) return
  const alike = candidates.map((candidate) => [...groups.values()].find((group) => group.includes(candidate)) ?? [])
  const wins = candidates.map(({ winCounts }) => winCounts.slice())
  for (const candidate of candidates) {
    const group = itemAt(alike, candidate.index)
    for (const other of candidates) {
      if (other === candidate) continue
      const pairs = group.flatMap((a) =>
        itemAt(alike, other.index)
          .filter((b) => a !== b)
          .map((b) => itemAt(wins, a.index)[b.index] ?? 0),
      )
      candidate.winCounts[other.index] = getMean(pairs)
    }
  }
  for (const group of groups.values()) {
    averageCounts(group.map(({ rankCounts }) => rankCounts))
    averageCounts(group.map(({ shareSums }) => shareSums))
    for (const verdict of RECOMMENDATIONS) {
      const mean = getMean(group.map(({ verdictCounts }) => verdictCounts[verdict]))
      for (const { verdictCounts } of group) verdictCounts[verdict] = mean
    }
  }
}

/** Replaces the counts at each index by their mean. */
function averageCounts(counts: readonly Float64Array[]): void {
  for (const index of itemAt(counts, 0).keys()) {
    const mean = getMean(counts.map((array) => itemAt(array, index)))
    for (const array of counts) array[index] = mean
  }
}

const getMean = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length

/** Adds to a count without a check, since millions are counted: the arrays are filled with 0 and have every index. */
function increment(counts: Float64Array, index: number, by = 1): void {
  counts[index] = (counts[index] ?? 0) + by
}

function summarize(
  candidate: SimulatedCandidate,
  candidates: readonly SimulatedCandidate[],
  columns: readonly Column[],
  draws: number,
): CandidateRobustness {
  const { rankCounts, winCounts, shareSums, verdictCounts } = candidate
  const firstRankCount = itemAt(rankCounts, 0)
  const others = candidates.filter((other) => other !== candidate)
  return {
    key: candidate.key,
    rankAcceptability: Array.from(rankCounts, (count) => count / draws),
    favouringWeights:
      firstRankCount === 0
        ? null
        : Object.fromEntries(
            columns.map(({ criterion, index }) => [criterion.key, itemAt(shareSums, index) / firstRankCount]),
          ),
    pairwise: Object.fromEntries(others.map(({ key, index }) => [key, itemAt(winCounts, index) / draws])),
    verdicts: candidate.hasVerdict ? mapVerdicts((verdict) => verdictCounts[verdict] / draws) : null,
  }
}

const mapVerdicts = (getProportion: (verdict: Recommendation) => number): Record<Recommendation, number> => ({
  强烈推荐: getProportion('强烈推荐'),
  推荐: getProportion('推荐'),
  谨慎推荐: getProportion('谨慎推荐'),
  暂不推荐: getProportion('暂不推荐'),
})
