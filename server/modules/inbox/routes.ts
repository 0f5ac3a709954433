import { inboxCalls } from '#contracts/inbox/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { InboxService } from './service.ts'

/** Routes for every signed-in user, about their own items: the service takes whose they are from the caller. */
export const inboxRoutes = (inbox: InboxService) => [
  defineRoute(inboxCalls.list, ({ query, user }) => inbox.list(query, user)),
  defineRoute(inboxCalls.change, ({ params, body, user }) => inbox.setStatus(params.id, body.status, user)),
  defineRoute(inboxCalls.getSubscriptions, ({ user }) => inbox.subscriptions.get(user)),
  defineRoute(inboxCalls.saveSubscriptions, ({ body, user }) => inbox.subscriptions.save(body, user)),
  defineRoute(inboxCalls.readAll, ({ body, user }) => inbox.readAll(body.until, user)),
]
