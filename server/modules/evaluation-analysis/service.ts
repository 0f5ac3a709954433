import type { Analysis, AnalysisRequest } from '#contracts/evaluation-analysis/analysis.ts'
import type { TrialsReply, TrialsRequest } from '#contracts/evaluation-analysis/trials.ts'
import type { WeightsReply, WeightsRequest } from '#contracts/evaluation-analysis/weights.ts'
import type { ScoreInterval } from '#contracts/published-evaluations/published-evaluation.ts'
import type { GroupDraws } from '#contracts/rules/evaluation/published-result.ts'
import { createWorkerPool } from '#server/platform/worker-pool.ts'
import type * as calculations from './analysis-worker.ts'

const SCRIPT_URL = new URL('./analysis-worker.ts', import.meta.url)
/** The largest valid request takes about a second on a small machine. */
const LIMITS = { queueMax: 50, timeoutMs: 20_000 } as const

export type EvaluationAnalysisService = ReturnType<typeof createEvaluationAnalysisService>

/**
 * Creates the service for an evaluation's calculations. They run in a worker thread and store nothing. All methods
 * throw `unavailable` if too many requests are queued.
 */
export function createEvaluationAnalysisService() {
  const pool = createWorkerPool<typeof calculations>(SCRIPT_URL, LIMITS)
  return {
    /** Returns standings, agreement, weight intervals and, if requested, robustness. */
    analyze: (request: AnalysisRequest) => pool.run<Analysis>('analyzeEvaluation', request),
    /** Returns weights derived from pairwise comparisons or from a ranking. */
    calculateWeights: (request: WeightsRequest) => pool.run<WeightsReply>('calculateWeights', request),
    /** Returns the figures of trials by candidate, and the differences between candidates. */
    summarizeTrials: (request: TrialsRequest) => pool.run<TrialsReply>('analyzeTrials', request),
    /** Returns the interval of each scored group of a candidate, by its key. */
    calculateGroupIntervals: (groups: readonly GroupDraws[]) =>
      pool.run<Record<string, ScoreInterval | null>>('calculateGroupIntervals', groups),
    close: pool.close,
  }
}
