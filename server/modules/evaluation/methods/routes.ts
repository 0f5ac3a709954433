import { methodCalls } from '#contracts/evaluation/calls.ts'
import { handle } from '#server/platform/http/calls/handle.ts'
import { METHODS_TOPIC, type MethodService } from './service.ts'

export const methodRoutes = (methods: MethodService) => [
  handle(methodCalls.list, () => methods.list(), { dependsOn: [METHODS_TOPIC] }),
  handle(methodCalls.get, ({ params }) => methods.get(params.version), { dependsOn: [METHODS_TOPIC] }),
]
