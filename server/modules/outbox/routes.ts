import { webhookCalls } from '#contracts/outbox/calls.ts'
import { EVENT_CATALOGUE } from '#contracts/outbox/webhook.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { OutboxService } from './service.ts'

export const webhookRoutes = ({ webhooks }: OutboxService) => [
  defineRoute(webhookCalls.listEvents, () => [...EVENT_CATALOGUE]),
  defineRoute(webhookCalls.list, () => webhooks.list()),
  defineRoute(webhookCalls.create, ({ body, user }) => webhooks.create(body, user)),
  defineRoute(webhookCalls.get, ({ params }) => webhooks.get(params.id)),
  defineRoute(webhookCalls.update, ({ params, body, ifMatch, user }) =>
    webhooks.update(params.id, body, { actor: user, ifMatch }),
  ),
  defineRoute(webhookCalls.remove, ({ params, user }) => webhooks.remove(params.id, user)),
  defineRoute(webhookCalls.replaceSecret, ({ params, user }) => webhooks.replaceSecret(params.id, user)),
  defineRoute(webhookCalls.test, ({ params }) => webhooks.test(params.id)),
  defineRoute(webhookCalls.listDeliveries, ({ params, query }) => webhooks.listDeliveries(params.id, query)),
  defineRoute(webhookCalls.retry, ({ params, user }) =>
    webhooks.retry({ id: params.id, delivery: params.delivery }, user),
  ),
]
