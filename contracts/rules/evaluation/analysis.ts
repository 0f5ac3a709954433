/** The complete analysis of an evaluation: standings, agreement, weight intervals and robustness. */
import type { Recommendation } from '../../vocabulary.ts'
import { type Agreement, calculateAgreement, getSpread, isDisputed } from './agreement.ts'
import { type RobustnessOptions, simulateRobustness } from './robustness.ts'
import {
  type Aggregate,
  aggregateScores,
  type Candidate,
  type CriterionShare,
  type EvaluationMethod,
  fillMissing,
  type JudgeScore,
  listCriterionShares,
  orderCandidates,
  rankNames,
  rankTotals,
  type ScoreTable,
  type Standing,
  scoreCandidate,
  tabulateScores,
} from './scoring.ts'
import { calculateWeightIntervals, type Interval } from './weight-intervals.ts'

export type AnalysisInput = {
  method: EvaluationMethod
  candidates: readonly Candidate[]
  judges: readonly { key: string }[]
  scores: readonly JudgeScore[]
  aggregate: Aggregate
  robustness?: RobustnessOptions | undefined
}

export type CriterionResult = { mean: number; min: number; max: number; judges: number }
export type Veto = { criterion: string; mean: number; minimum: number }
export type CandidateResult = {
  key: string
  /** Equal totals share a rank; `null` if nothing is scored. */
  rank: number | null
  total: number | null
  score: number | null
  recommendation: Recommendation | null
  coverage: number
  groups: Record<string, number | null>
  /** Only scored criteria; `mean` is the median if the project aggregates by median. */
  criteria: Record<string, CriterionResult>
  vetoes: Veto[]
}
export type Dispute = { candidate: string; criterion: string; spread: number }
export type RobustnessResult = {
  rankAcceptability: Record<string, number[]>
  favouringWeights: Record<string, Record<string, number> | null>
  pairwise: Record<string, Record<string, number>>
  verdicts: Record<string, Record<Recommendation, number> | null>
}
export type WeightIntervalResult = {
  criterion: string
  share: number
  winner: Interval
  verdicts: Record<string, Interval>
}
export type Analysis = {
  candidates: CandidateResult[]
  agreement: Agreement & { disputed: Dispute[] }
  robustness: RobustnessResult | null
  weightIntervals: WeightIntervalResult[]
}

/**
 * Returns the analysis of an evaluation; candidates are sorted by rank, those without a score last. Only `score` is
 * rounded. Takes input whose keys are unique and known, with weights that are valid divisors (see
 * `AnalysisRequestSchema`); doesn't throw, and returns no NaN.
 */
export function analyzeEvaluation(input: AnalysisInput): Analysis {
  const { method, candidates } = input
  const criteria = listCriterionShares(method.groups)
  const table = tabulateScores(method, criteria, candidates, input.scores)
  const standings = table.map((row) =>
    scoreCandidate(
      row.map((scores) => aggregateScores(scores, input.aggregate)),
      criteria,
      method.groups,
      method.thresholds,
    ),
  )
  const order = orderCandidates(
    standings.map((standing) => standing.total),
    candidates,
  )
  const ranks = rankTotals(order.map((index) => itemAt(standings, index).total))
  const rated = order.filter((index) => standings[index]?.total !== null)
  const context: Context = { input, criteria, table, standings, rated }
  return {
    candidates: order.map((index, position) => toCandidateResult(context, index, itemAt(ranks, position))),
    agreement: { ...calculateAgreement(table.flat()), disputed: listDisputes(context) },
    robustness: input.robustness && rated.length > 0 ? toRobustnessResult(context, input.robustness) : null,
    weightIntervals: rated.length > 0 ? toWeightIntervalResults(context) : [],
  }
}

type Context = {
  input: AnalysisInput
  criteria: readonly CriterionShare[]
  table: ScoreTable
  standings: readonly Standing[]
  /** Indexes of the candidates with a total, by rank. */
  rated: readonly number[]
}

const itemAt = <T>(items: readonly T[], index: number): T => {
  const item = items[index]
  if (item === undefined) throw new RangeError(`no item ${index}`)
  return item
}

function toCandidateResult(
  { input, criteria, table, standings }: Context,
  index: number,
  rank: number | null,
): CandidateResult {
  const standing = itemAt(standings, index)
  return {
    key: itemAt(input.candidates, index).key,
    rank,
    total: standing.total,
    score: standing.score,
    recommendation: standing.recommendation,
    coverage: standing.coverage,
    groups: Object.fromEntries(input.method.groups.map((group, place) => [group.key, itemAt(standing.groups, place)])),
    criteria: Object.fromEntries(
      criteria.flatMap((criterion, column) => {
        const scores = itemAt(itemAt(table, index), column)
        const mean = itemAt(standing.values, column)
        if (mean === null) return []
        const result = { mean, min: Math.min(...scores), max: Math.max(...scores), judges: scores.length }
        return [[criterion.key, result] as const]
      }),
    ),
    vetoes: standing.vetoes.map((column) => {
      const { key, minimum = 0 } = itemAt(criteria, column)
      return { criterion: key, mean: itemAt(standing.values, column) ?? 0, minimum }
    }),
  }
}

/** Returns the disputed units by descending spread. */
function listDisputes({ input, criteria, table }: Context): Dispute[] {
  return table
    .flatMap((row, index) =>
      row.flatMap((scores, column) =>
        isDisputed(scores)
          ? [
              {
                candidate: itemAt(input.candidates, index).key,
                criterion: itemAt(criteria, column).key,
                spread: getSpread(scores),
              },
            ]
          : [],
      ),
    )
    .sort((a, b) => b.spread - a.spread)
}

function toWeightIntervalResults({ input, criteria, table, standings, rated }: Context): WeightIntervalResult[] {
  const intervals = calculateWeightIntervals(
    criteria.map((criterion) => criterion.share),
    rated.map((index) => {
      const standing = itemAt(standings, index)
      return {
        values: fillMissing(standing, criteria),
        isScored: itemAt(table, index).map((scores) => scores.length > 0),
        isVetoed: standing.vetoes.length > 0,
        recommendation: standing.recommendation,
      }
    }),
    input.method.thresholds,
  )
  return intervals.map(({ criterion, share, winner, verdicts }) => ({
    criterion: itemAt(criteria, criterion).key,
    share,
    winner,
    verdicts: Object.fromEntries(
      verdicts.flatMap((interval, position) =>
        interval === null ? [] : [[itemAt(input.candidates, itemAt(rated, position)).key, interval] as const],
      ),
    ),
  }))
}

function toRobustnessResult({ input, criteria, table, rated }: Context, options: RobustnessOptions): RobustnessResult {
  // In the order of the request, so that the figures don't depend on the ranking.
  const simulated = rated.toSorted((a, b) => a - b)
  const candidates = simulated.map((index) => itemAt(input.candidates, index))
  const result = simulateRobustness(
    {
      criteria,
      groupCount: input.method.groups.length,
      table: simulated.map((index) => itemAt(table, index)),
      nameRanks: rankNames(candidates),
      thresholds: input.method.thresholds,
    },
    options,
  )
  const byCandidate = <T>(getResult: (position: number) => T): Record<string, T> =>
    Object.fromEntries(candidates.map((candidate, position) => [candidate.key, getResult(position)]))
  return {
    rankAcceptability: byCandidate((position) => itemAt(result.rankAcceptability, position)),
    favouringWeights: byCandidate((position) => {
      const weights = itemAt(result.favouringWeights, position)
      return (
        weights && Object.fromEntries(criteria.map((criterion, column) => [criterion.key, itemAt(weights, column)]))
      )
    }),
    pairwise: byCandidate((position) =>
      Object.fromEntries(
        candidates.flatMap((other, place) =>
          place === position ? [] : [[other.key, itemAt(itemAt(result.pairwise, position), place)] as const],
        ),
      ),
    ),
    verdicts: byCandidate((position) => itemAt(result.verdicts, position)),
  }
}
