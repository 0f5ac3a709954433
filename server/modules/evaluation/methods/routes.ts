import { methodCalls } from '#contracts/evaluation/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import { EVALUATION_METHODS_TOPIC, type MethodService } from './service.ts'

/** Routes of the versioned evaluation method: its versions are public, its draft is for editors. */
export const methodRoutes = (methods: MethodService) => [
  defineRoute(methodCalls.list, () => methods.list(), { invalidatedBy: [EVALUATION_METHODS_TOPIC] }),
  defineRoute(methodCalls.get, ({ params }) => methods.get(params.version), {
    invalidatedBy: [EVALUATION_METHODS_TOPIC],
  }),
  defineRoute(methodCalls.getDraft, async () => {
    const { draft, revision } = await methods.getDraft()
    return { value: draft, revision }
  }),
  defineRoute(methodCalls.publish, async ({ user, ifMatch }) => {
    const { published, revision } = await methods.publish({ actor: user, ifMatch })
    return { value: published, revision }
  }),
]
