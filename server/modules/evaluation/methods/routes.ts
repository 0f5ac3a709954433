import { methodCalls } from '#contracts/evaluation/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import { EVALUATION_METHODS_TOPIC, type MethodService } from './service.ts'

/** Public routes of the versioned evaluation method. */
export const methodRoutes = (methods: MethodService) => [
  defineRoute(methodCalls.list, () => methods.list(), { invalidatedBy: [EVALUATION_METHODS_TOPIC] }),
  defineRoute(methodCalls.get, ({ params }) => methods.get(params.version), {
    invalidatedBy: [EVALUATION_METHODS_TOPIC],
  }),
]
