/** The complete analysis of an evaluation: standings, agreement, weight intervals and robustness. */
import type { Recommendation } from '../../vocabulary.ts'
import { type Agreement, calculateAgreement, getSpread, hasWideSpread } from './agreement.ts'
import { type CandidateRobustness, type RobustnessOptions, simulateRobustness } from './robustness.ts'
import {
  type Aggregate,
  type Candidate,
  type CandidateScores,
  type EvaluationMethod,
  fillMissing,
  type GivenScore,
  isRated,
  type JudgeScore,
  rankCandidates,
  type Standing,
  scoreCandidate,
  tabulateScores,
  type Veto,
} from './scoring.ts'
import { calculateWeightIntervals, type WeighedCandidate, type WeightInterval } from './weight-intervals.ts'

export type AnalysisInput = {
  method: EvaluationMethod
  candidates: readonly Candidate[]
  judges: readonly { key: string }[]
  scores: readonly JudgeScore[]
  given?: readonly GivenScore[] | undefined
  aggregate: Aggregate
  robustness?: RobustnessOptions | undefined
}

type CriterionResult = { mean: number; min: number; max: number; judges: number }
type CandidateResult = {
  key: string
  /** Equal totals share a rank; `null` if nothing is scored. */
  rank: number | null
  total: number | null
  score: number | null
  recommendation: Recommendation | null
  coverage: number
  groups: Record<string, number | null>
  /** Only scored criteria; `mean` is the median if the project aggregates by median. `judges` is 0 for given scores. */
  criteria: Record<string, CriterionResult>
  vetoes: Veto[]
}
type Dispute = { candidate: string; criterion: string; spread: number }
type RobustnessResult = {
  rankAcceptability: Record<string, number[]>
  favouringWeights: Record<string, Record<string, number> | null>
  pairwise: Record<string, Record<string, number>>
  verdicts: Record<string, Record<Recommendation, number> | null>
}
export type Analysis = {
  candidates: CandidateResult[]
  agreement: Agreement & { disputed: Dispute[] }
  robustness: RobustnessResult | null
  weightIntervals: WeightInterval[]
}

/**
 * Returns the analysis of an evaluation; candidates are sorted by rank, those without a score last. Only `score` is
 * rounded. No figure is NaN. Keys must be unique, and only a valid request has figures (`AnalysisRequestSchema`): throws
 * a `RangeError` for an unknown grade and for weights without a positive sum.
 */
export function analyzeEvaluation(input: AnalysisInput): Analysis {
  const { method } = input
  const candidates = tabulateScores(input).map((candidate) => ({
    ...candidate,
    ...scoreCandidate(candidate.criteria, method),
  }))
  const ranked = rankCandidates(candidates)
  const units = candidates.flatMap(({ criteria }) => criteria.map(({ scores }) => scores))
  const rated = candidates.filter(isRated)
  return {
    candidates: ranked.map(toCandidateResult),
    agreement: { ...calculateAgreement(units), disputed: listDisputes(candidates) },
    // In the order of the request, so that the figures don't depend on the ranking.
    robustness:
      input.robustness && rated.length > 0
        ? toRobustnessResult(simulateRobustness(rated, method.thresholds, input.robustness))
        : null,
    weightIntervals: calculateWeightIntervals(ranked.filter(isRated).map(toWeighedCandidate), method.thresholds),
  }
}

type ScoredCandidate = CandidateScores & Standing
type RatedCandidate = ScoredCandidate & { total: number }

const toCandidateResult = (candidate: ScoredCandidate & { rank: number | null }): CandidateResult => ({
  key: candidate.key,
  rank: candidate.rank,
  total: candidate.total,
  score: candidate.score,
  recommendation: candidate.recommendation,
  coverage: candidate.coverage,
  groups: candidate.groups,
  criteria: Object.fromEntries(
    candidate.criteria.flatMap(({ key, value, scores, judges }) =>
      value === null
        ? []
        : [[key, { mean: value, min: Math.min(...scores), max: Math.max(...scores), judges }] as const],
    ),
  ),
  vetoes: candidate.vetoes,
})

/** Returns the disputed units by descending spread. */
const listDisputes = (candidates: readonly CandidateScores[]): Dispute[] =>
  candidates
    .flatMap((candidate) =>
      candidate.criteria
        .filter(({ scores }) => hasWideSpread(scores))
        .map((criterion) => ({
          candidate: candidate.key,
          criterion: criterion.key,
          spread: getSpread(criterion.scores),
        })),
    )
    .sort((a, b) => b.spread - a.spread)

const toWeighedCandidate = (candidate: RatedCandidate): WeighedCandidate => ({
  key: candidate.key,
  criteria: candidate.criteria.map(({ key, share, group, value }) => ({
    key,
    share,
    value: fillMissing(value, group, candidate),
    isScored: value !== null,
  })),
  isVetoed: candidate.vetoes.length > 0,
  recommendation: candidate.recommendation,
})

function toRobustnessResult(candidates: readonly CandidateRobustness[]): RobustnessResult {
  const byCandidate = <T>(getFigure: (candidate: CandidateRobustness) => T): Record<string, T> =>
    Object.fromEntries(candidates.map((candidate) => [candidate.key, getFigure(candidate)]))
  return {
    rankAcceptability: byCandidate(({ rankAcceptability }) => rankAcceptability),
    favouringWeights: byCandidate(({ favouringWeights }) => favouringWeights),
    pairwise: byCandidate(({ pairwise }) => pairwise),
    verdicts: byCandidate(({ verdicts }) => verdicts),
  }
}
