import { evaluationCheckCalls } from '#contracts/evaluation-checks/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { EvaluationCheckService } from './service.ts'

/** A public route that judges a reply without storing anything. */
export const evaluationCheckRoutes = (evaluationChecks: EvaluationCheckService) => [
  defineRoute(evaluationCheckCalls.check, ({ body }) => evaluationChecks.check(body)),
]
