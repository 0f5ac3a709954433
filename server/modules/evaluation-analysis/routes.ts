import { evaluationAnalysisCalls } from '#contracts/evaluation-analysis/calls.ts'
import { handle } from '#server/platform/http/calls/handle.ts'
import type { EvaluationAnalysisService } from './service.ts'

export const evaluationAnalysisRoutes = (evaluationAnalysis: EvaluationAnalysisService) => [
  handle(evaluationAnalysisCalls.analyze, ({ body }) => evaluationAnalysis.analyze(body)),
  handle(evaluationAnalysisCalls.weigh, ({ body }) => evaluationAnalysis.calculateWeights(body)),
  handle(evaluationAnalysisCalls.summarizeTrials, ({ body }) => evaluationAnalysis.summarizeTrials(body)),
]
