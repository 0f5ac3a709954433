import type { Analysis, AnalysisRequest } from '#contracts/evaluation-analysis/analysis.ts'
import type { JudgeValidityReply, JudgeValidityRequest } from '#contracts/evaluation-analysis/judge-validity.ts'
import type { PairsReply, PairsRequest } from '#contracts/evaluation-analysis/pairs.ts'
import type { PriceScoresReply, PriceScoresRequest } from '#contracts/evaluation-analysis/price-scores.ts'
import type { ReliabilityReply, ReliabilityRequest } from '#contracts/evaluation-analysis/reliability.ts'
import type { TrialsReply, TrialsRequest } from '#contracts/evaluation-analysis/trials.ts'
import type { WeightsReply, WeightsRequest } from '#contracts/evaluation-analysis/weights.ts'
import type { ScoreInterval } from '#contracts/published-evaluations/published-evaluation.ts'
import { scorePrices } from '#contracts/rules/evaluation/price-scores.ts'
import { createFairQueue } from '#server/platform/fair-queue.ts'
import { createWorkerPool } from '#server/platform/worker-pool.ts'
import type * as calculations from './analysis-worker.ts'
import type { ReportedReliability } from './analysis-worker.ts'
import type { GroupDraws } from './published-result.ts'

const SCRIPT_URL = new URL('./analysis-worker.ts', import.meta.url)
/** The largest valid request takes about a second on a small machine. */
const POOL_LIMITS = { queueMax: 1, timeoutMs: 20_000 } as const
/** A project is analyzed in up to three tasks at once, and its workbench may be open in several windows. */
const QUEUE_LIMITS = { places: 50, placesPerOwner: 9, reservedPlaces: 100, waitMs: 20_000 } as const

/**
 * Whose calculation it is: an IP address or a project, among which the worker's time is divided evenly. `reserved` is for
 * what a report or a publication depends on, which strangers must not be able to delay.
 */
export type { ReportedReliability } from './analysis-worker.ts'
export { findResult, listGroupDraws, summarizeResult } from './published-result.ts'
export type Requester = { address: string } | { project: string } | 'reserved'

export type EvaluationAnalysisService = ReturnType<typeof createEvaluationAnalysisService>

/**
 * Creates the service for an evaluation's calculations. They run in a worker thread and store nothing. All methods
 * throw `tooManyRequests` if too many requests of the requester are queued, `unavailable` if too many are in all.
 */
export function createEvaluationAnalysisService() {
  const pool = createWorkerPool<typeof calculations>(SCRIPT_URL, POOL_LIMITS)
  const queue = createFairQueue(QUEUE_LIMITS)

  function run<Reply>(name: keyof typeof calculations, message: unknown, requester: Requester): Promise<Reply> {
    const task = () => pool.run<Reply>(name, message)
    return requester === 'reserved' ? queue.runReserved(task) : queue.run(JSON.stringify(requester), task)
  }

  return {
    /** Returns standings, agreement, weight intervals and, if requested, robustness. */
    analyze: (request: AnalysisRequest, requester: Requester) => run<Analysis>('analyzeEvaluation', request, requester),
    /** Returns weights derived from pairwise comparisons or from a ranking. */
    calculateWeights: (request: WeightsRequest, requester: Requester) =>
      run<WeightsReply>('calculateWeights', request, requester),
    /** Returns the figures of trials by candidate, and the differences between candidates. */
    summarizeTrials: (request: TrialsRequest, requester: Requester) =>
      run<TrialsReply>('analyzeTrials', request, requester),
    /** Returns consistency, robustness and safety by candidate. */
    calculateReliability: (request: ReliabilityRequest, requester: Requester) =>
      run<ReliabilityReply>('analyzeReliability', request, requester),
    /** Returns the same of a run, without figures that rest on too few tasks or repeats. */
    reportReliability: (request: ReliabilityRequest, requester: Requester) =>
      run<ReportedReliability>('reportReliability', request, requester),
    /** Returns how well a judge model's verdicts match those of people. */
    calculateJudgeValidity: (request: JudgeValidityRequest, requester: Requester) =>
      run<JudgeValidityReply>('validateJudge', request, requester),
    /** Returns win rates and strengths from comparisons of two. */
    comparePairs: (request: PairsRequest, requester: Requester) => run<PairsReply>('comparePairs', request, requester),
    /** Returns the scores and alarms of prices. They take no time that a worker would save. */
    scorePrices: (request: PriceScoresRequest): PriceScoresReply => ({
      offers: scorePrices(request),
    }),
    /** Returns the interval of each scored group of a candidate, by its key. */
    calculateGroupIntervals: (groups: readonly GroupDraws[]) =>
      run<Record<string, ScoreInterval | null>>('calculateGroupIntervals', groups, 'reserved'),
    close: pool.close,
  }
}
