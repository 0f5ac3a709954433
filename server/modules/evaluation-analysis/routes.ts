import { evaluationAnalysisCalls } from '#contracts/evaluation-analysis/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { EvaluationAnalysisService } from './service.ts'

/** Public routes that calculate without storing anything. */
export const evaluationAnalysisRoutes = (evaluationAnalysis: EvaluationAnalysisService) => [
  defineRoute(evaluationAnalysisCalls.analyze, ({ body, client }) =>
    evaluationAnalysis.analyze(body, { address: client.ip }),
  ),
  defineRoute(evaluationAnalysisCalls.weigh, ({ body, client }) =>
    evaluationAnalysis.calculateWeights(body, { address: client.ip }),
  ),
  defineRoute(evaluationAnalysisCalls.summarizeTrials, ({ body, client }) =>
    evaluationAnalysis.summarizeTrials(body, { address: client.ip }),
  ),
  defineRoute(evaluationAnalysisCalls.calculateReliability, ({ body, client }) =>
    evaluationAnalysis.calculateReliability(body, { address: client.ip }),
  ),
  defineRoute(evaluationAnalysisCalls.calculateJudgeValidity, ({ body, client }) =>
    evaluationAnalysis.calculateJudgeValidity(body, { address: client.ip }),
  ),
  defineRoute(evaluationAnalysisCalls.comparePairs, ({ body, client }) =>
    evaluationAnalysis.comparePairs(body, { address: client.ip }),
  ),
  defineRoute(evaluationAnalysisCalls.scorePrices, ({ body }) => evaluationAnalysis.scorePrices(body)),
]
