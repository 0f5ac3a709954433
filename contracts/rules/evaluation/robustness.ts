/**
 * How robust a ranking is against uncertain weights and scores: SMAA-2 (Lahdelma and Salminen 2001, "SMAA-2: Stochastic
 * Multicriteria Acceptability Analysis for Group Decision Making", Operations Research 49(3)), by Monte Carlo
 * simulation as in Tervonen and Lahdelma 2007, "Implementing stochastic multicriteria acceptability analysis", EJOR
 * 178.
 */
import type { Recommendation } from '../../vocabulary.ts'
import { roundTotal, type Thresholds } from '../score.ts'
import { type CriterionShare, isCovered, isVetoed, recommend, type ScoreTable } from './scoring.ts'
import { createRandom } from './seeded-random.ts'

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

export type RobustnessInput = {
  criteria: readonly CriterionShare[]
  groupCount: number
  /** Effective scores of the judges by [candidate][criterion]; each candidate has one or more. */
  table: ScoreTable
  /** The candidates' positions by name, which break ties. */
  nameRanks: readonly number[]
  thresholds: Thresholds
}

export type Robustness = {
  /** By candidate and rank: the proportion of draws in which the candidate has the rank. */
  rankAcceptability: number[][]
  /** By candidate: the mean shares of the draws in which it is first; `null` if it never is. */
  favouringWeights: (number[] | null)[]
  /** By pair of candidates: the proportion of draws in which the first ranks before the second. */
  pairwise: number[][]
  /** By candidate: the proportion of draws with each verdict; `null` without a verdict (too little scored). */
  verdicts: (Record<Recommendation, number> | null)[]
}

/** The first-rank acceptability from which a winner is robust, or fairly robust. */
export const ACCEPTABILITY = { robust: 0.9, fair: 0.7 } as const

/** Rates a ranking by its winner's first-rank acceptability, with weights drawn near the current ones. */
export function classifyRobustness(acceptability: number): '稳健' | '较稳健' | '不稳健' {
  if (acceptability >= ACCEPTABILITY.robust) return '稳健'
  return acceptability >= ACCEPTABILITY.fair ? '较稳健' : '不稳健'
}

/**
 * Returns the statistics of many draws. In each, the shares are drawn as `options.weights` specifies, and every score
 * is that of one judge chosen uniformly; totals are calculated as in `scoreCandidate`. The same seed yields the same
 * figures.
 */
export function simulateRobustness(input: RobustnessInput, options: RobustnessOptions): Robustness {
  const { table, criteria } = input
  const random = createRandom(options.seed)
  const tally = createTally(table.length, criteria.length)
  const shares = new Float64Array(criteria.length)
  const order = [...table.keys()]
  const drawShares = options.weights === 'any' ? drawAnyShares : drawNearShares
  const drawTotal = createTotalSampler(input, shares, random)
  const coverages = table.map((row) => getCoverage(row, criteria))
  for (let draw = 0; draw < options.draws; draw++) {
    drawShares(shares, criteria, random, options.spread)
    const totals = table.map((_, candidate) => {
      const { total, hasVeto } = drawTotal(candidate)
      if (isCovered(coverages[candidate] ?? 0))
        tally.addVerdict(candidate, recommend(roundTotal(total), { hasVeto, thresholds: input.thresholds }))
      return total
    })
    order.sort((a, b) => (totals[b] ?? 0) - (totals[a] ?? 0) || (input.nameRanks[a] ?? 0) - (input.nameRanks[b] ?? 0))
    tally.addOrder(order, shares)
  }
  return tally.summarize(options.draws, coverages.map(isCovered))
}

const getCoverage = (row: readonly (readonly number[])[], criteria: readonly CriterionShare[]) =>
  criteria.reduce((sum, criterion, column) => sum + ((row[column]?.length ?? 0) > 0 ? criterion.share : 0), 0)

/** Fills in shares that are uniform on the simplex: normalized exponential variates (Rubinstein 1982). */
function drawAnyShares(shares: Float64Array, _: readonly CriterionShare[], random: () => number): void {
  for (let column = 0; column < shares.length; column++) shares[column] = -Math.log(1 - random())
  normalize(shares)
}

/** Fills in the current shares, each varied by up to the spread. */
function drawNearShares(
  shares: Float64Array,
  criteria: readonly CriterionShare[],
  random: () => number,
  spread: number,
): void {
  for (const [column, criterion] of criteria.entries())
    shares[column] = criterion.share * (1 + spread * (2 * random() - 1))
  normalize(shares)
}

function normalize(shares: Float64Array): void {
  let sum = 0
  for (const share of shares) sum += share
  for (let column = 0; column < shares.length; column++) shares[column] = (shares[column] ?? 0) / sum
}

/**
 * Returns a function that draws a candidate's scores and returns its total with the shares of the draw. An unscored
 * criterion counts as its group's mean, or as the total if the entire group is unscored, as in `scoreCandidate`.
 */
function createTotalSampler(
  { criteria, table, groupCount }: RobustnessInput,
  shares: Float64Array,
  random: () => number,
) {
  const groupShares = new Float64Array(groupCount)
  const scoredShares = new Float64Array(groupCount)
  const sums = new Float64Array(groupCount)
  const drawScores = (row: readonly (readonly number[])[]) => {
    let hasVeto = false
    for (const [column, criterion] of criteria.entries()) {
      const scores = row[column] ?? []
      const share = shares[column] ?? 0
      increment(groupShares, criterion.group, share)
      if (scores.length === 0) continue
      const score = scores[Math.floor(random() * scores.length)] ?? 0
      increment(scoredShares, criterion.group, share)
      increment(sums, criterion.group, share * score)
      hasVeto ||= isVetoed(criterion, score)
    }
    return hasVeto
  }
  const averageGroups = () => {
    let weight = 0
    let sum = 0
    for (const [group, scored] of scoredShares.entries()) {
      if (scored === 0) continue
      const share = groupShares[group] ?? 0
      weight += share
      sum += (share * (sums[group] ?? 0)) / scored
    }
    return weight === 0 ? 0 : sum / weight
  }
  return (candidate: number) => {
    for (const counts of [groupShares, scoredShares, sums]) counts.fill(0)
    const hasVeto = drawScores(table[candidate] ?? [])
    return { total: averageGroups(), hasVeto }
  }
}

function increment(counts: Float64Array | undefined, index: number, by = 1): void {
  if (counts) counts[index] = (counts[index] ?? 0) + by
}

/** Counts ranks, pairwise wins, weights and verdicts over the draws. */
function createTally(candidateCount: number, criterionCount: number) {
  const createSquareMatrix = () => Array.from({ length: candidateCount }, () => new Float64Array(candidateCount))
  const ranks = createSquareMatrix()
  const wins = createSquareMatrix()
  const weights = Array.from({ length: candidateCount }, () => new Float64Array(criterionCount))
  const verdicts = Array.from({ length: candidateCount }, () => ({ 强烈推荐: 0, 推荐: 0, 谨慎推荐: 0, 暂不推荐: 0 }))
  return {
    addVerdict(candidate: number, verdict: Recommendation) {
      const counts = verdicts[candidate]
      if (counts) counts[verdict]++
    },
    addOrder(order: readonly number[], shares: Float64Array) {
      for (let rank = 0; rank < order.length; rank++) {
        const candidate = order[rank] ?? 0
        increment(ranks[candidate], rank)
        for (let after = rank + 1; after < order.length; after++) increment(wins[candidate], order[after] ?? 0)
      }
      const winnerWeights = weights[order[0] ?? 0]
      for (let column = 0; column < shares.length; column++) increment(winnerWeights, column, shares[column])
    },
    summarize: (draws: number, hasVerdict: readonly boolean[]): Robustness => ({
      rankAcceptability: ranks.map((counts) => Array.from(counts, (count) => count / draws)),
      favouringWeights: weights.map((sums, candidate) => {
        const firstRankCount = ranks[candidate]?.[0] ?? 0
        return firstRankCount === 0 ? null : Array.from(sums, (sum) => sum / firstRankCount)
      }),
      pairwise: wins.map((counts) => Array.from(counts, (count) => count / draws)),
      verdicts: verdicts.map((counts, candidate) =>
        hasVerdict[candidate] ? mapVerdicts((verdict) => counts[verdict] / draws) : null,
      ),
    }),
  }
}

const mapVerdicts = (getProportion: (verdict: Recommendation) => number): Record<Recommendation, number> => ({
  强烈推荐: getProportion('强烈推荐'),
  推荐: getProportion('推荐'),
  谨慎推荐: getProportion('谨慎推荐'),
  暂不推荐: getProportion('暂不推荐'),
})
