/** The whole analysis of an evaluation: standings, agreement, weight intervals and robustness. */
import type { Recommendation } from '../../vocabulary.ts'
import { type Agreement, calculateAgreement, getSpread, isDisputed } from './agreement.ts'
import { type RobustnessOptions, simulateRobustness } from './robustness.ts'
import {
  type Aggregate,
  aggregateScores,
  type Candidate,
  type EvaluationMethod,
  fillMissing,
  type JudgeScore,
  orderCandidates,
  type PlacedCriterion,
  placeCriteria,
  rankNames,
  rateCandidate,
  type ScoreTable,
  type Standing,
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
  /** `null` without a single score. */
  rank: number | null
  total: number | null
  score: number | null
  recommendation: Recommendation | null
  coverage: number
  groups: Record<string, number | null>
  /** Those that are scored; `mean` is the median if the project counts so. */
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
 * Returns the analysis of an evaluation; candidates come in their order, those without a score last. Every figure is
 * unrounded but `score`. Takes input whose keys are unique and known, with weights that can be divided by (see
 * `AnalysisRequestSchema`); throws nothing and has no NaN in what it returns.
 */
export function analyzeEvaluation(input: AnalysisInput): Analysis {
  const { method, candidates } = input
  const criteria = placeCriteria(method.groups)
  const table = tabulateScores(method, criteria, candidates, input.scores)
  const standings = table.map((row) =>
    rateCandidate(
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
  const rated = order.filter((index) => standings[index]?.total !== null)
  const context: Context = { input, criteria, table, standings, rated }
  return {
    candidates: order.map((index, position) => viewCandidate(context, index, position)),
    agreement: { ...calculateAgreement(table.flat()), disputed: listDisputes(context) },
    robustness: input.robustness && rated.length > 0 ? viewRobustness(context, input.robustness) : null,
    weightIntervals: rated.length > 0 ? viewWeightIntervals(context) : [],
  }
}

type Context = {
  input: AnalysisInput
  criteria: readonly PlacedCriterion[]
  table: ScoreTable
  standings: readonly Standing[]
  /** Indexes of the candidates with a total, in their order. */
  rated: readonly number[]
}

const at = <T>(items: readonly T[], index: number): T => {
  const item = items[index]
  if (item === undefined) throw new RangeError(`no item ${index}`)
  return item
}

function viewCandidate(
  { input, criteria, table, standings }: Context,
  index: number,
  position: number,
): CandidateResult {
  const standing = at(standings, index)
  return {
    key: at(input.candidates, index).key,
    rank: standing.total === null ? null : position + 1,
    total: standing.total,
    score: standing.score,
    recommendation: standing.recommendation,
    coverage: standing.coverage,
    groups: Object.fromEntries(input.method.groups.map((group, place) => [group.key, at(standing.groups, place)])),
    criteria: Object.fromEntries(
      criteria.flatMap((criterion, column) => {
        const scores = at(at(table, index), column)
        const mean = at(standing.values, column)
        if (mean === null) return []
        const result = { mean, min: Math.min(...scores), max: Math.max(...scores), judges: scores.length }
        return [[criterion.key, result] as const]
      }),
    ),
    vetoes: standing.vetoes.map((column) => {
      const { key, minimum = 0 } = at(criteria, column)
      return { criterion: key, mean: at(standing.values, column) ?? 0, minimum }
    }),
  }
}

/** Returns the disputed units, the furthest apart first. */
function listDisputes({ input, criteria, table }: Context): Dispute[] {
  return table
    .flatMap((row, index) =>
      row.flatMap((scores, column) =>
        isDisputed(scores)
          ? [
              {
                candidate: at(input.candidates, index).key,
                criterion: at(criteria, column).key,
                spread: getSpread(scores),
              },
            ]
          : [],
      ),
    )
    .sort((a, b) => b.spread - a.spread)
}

function viewWeightIntervals({ input, criteria, table, standings, rated }: Context): WeightIntervalResult[] {
  const intervals = calculateWeightIntervals(
    criteria.map((criterion) => criterion.share),
    rated.map((index) => {
      const standing = at(standings, index)
      return {
        values: fillMissing(standing, criteria),
        isScored: at(table, index).map((scores) => scores.length > 0),
        isVetoed: standing.vetoes.length > 0,
        recommendation: standing.recommendation,
      }
    }),
    input.method.thresholds,
  )
  return intervals.map(({ criterion, share, winner, verdicts }) => ({
    criterion: at(criteria, criterion).key,
    share,
    winner,
    verdicts: Object.fromEntries(
      verdicts.flatMap((interval, position) =>
        interval === null ? [] : [[at(input.candidates, at(rated, position)).key, interval] as const],
      ),
    ),
  }))
}

function viewRobustness({ input, criteria, table, rated }: Context, options: RobustnessOptions): RobustnessResult {
  // In the order of the request, so that the figures don't hang on who leads.
  const simulated = rated.toSorted((a, b) => a - b)
  const candidates = simulated.map((index) => at(input.candidates, index))
  const result = simulateRobustness(
    {
      criteria,
      groupCount: input.method.groups.length,
      table: simulated.map((index) => at(table, index)),
      nameRanks: rankNames(candidates),
      thresholds: input.method.thresholds,
    },
    options,
  )
  const byCandidate = <T>(getResult: (position: number) => T): Record<string, T> =>
    Object.fromEntries(candidates.map((candidate, position) => [candidate.key, getResult(position)]))
  return {
    rankAcceptability: byCandidate((position) => at(result.rankAcceptability, position)),
    favouringWeights: byCandidate((position) => {
      const weights = at(result.favouringWeights, position)
      return weights && Object.fromEntries(criteria.map((criterion, column) => [criterion.key, at(weights, column)]))
    }),
    pairwise: byCandidate((position) =>
      Object.fromEntries(
        candidates.flatMap((other, place) =>
          place === position ? [] : [[other.key, at(at(result.pairwise, position), place)] as const],
        ),
      ),
    ),
    verdicts: byCandidate((position) => at(result.verdicts, position)),
  }
}
