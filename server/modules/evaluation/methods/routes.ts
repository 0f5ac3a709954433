import { methodCalls } from '#contracts/evaluation/calls.ts'
import { answer } from '#server/platform/http/calls/answer.ts'
import { METHODS_TOPIC, type MethodService } from './service.ts'

export const methodRoutes = (methods: MethodService) => [
  answer(methodCalls.list, () => methods.list(), { dependsOn: [METHODS_TOPIC] }),
  answer(methodCalls.get, ({ params }) => methods.get(params.version), { dependsOn: [METHODS_TOPIC] }),
]
