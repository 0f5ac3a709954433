import { evaluationAnalysisCalls } from '#contracts/evaluation-analysis/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { EvaluationAnalysisService } from './service.ts'

/** Public routes that calculate without storing anything. */
export const evaluationAnalysisRoutes = (evaluationAnalysis: EvaluationAnalysisService) => [
  defineRoute(evaluationAnalysisCalls.analyze, ({ body }) => evaluationAnalysis.analyze(body)),
  defineRoute(evaluationAnalysisCalls.weigh, ({ body }) => evaluationAnalysis.calculateWeights(body)),
  defineRoute(evaluationAnalysisCalls.summarizeTrials, ({ body }) => evaluationAnalysis.summarizeTrials(body)),
]
