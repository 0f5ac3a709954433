import { evaluationAnalysisCalls } from '#contracts/evaluation-analysis/calls.ts'
import { answer } from '#server/platform/http/calls/answer.ts'
import type { EvaluationAnalysisService } from './service.ts'

export const evaluationAnalysisRoutes = (evaluationAnalysis: EvaluationAnalysisService) => [
  answer(evaluationAnalysisCalls.analyze, ({ body }) => evaluationAnalysis.analyze(body)),
  answer(evaluationAnalysisCalls.weigh, ({ body }) => evaluationAnalysis.weigh(body)),
  answer(evaluationAnalysisCalls.summarizeTrials, ({ body }) => evaluationAnalysis.summarizeTrials(body)),
]
