import { draftCalls } from '#contracts/drafts/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { DraftService } from './service.ts'

export const draftRoutes = (drafts: DraftService) => [
  defineRoute(draftCalls.list, ({ query, user }) => drafts.list(user.id, query.subject)),
  defineRoute(draftCalls.get, ({ params, user }) => drafts.get(user.id, params.id)),
  defineRoute(draftCalls.save, ({ params, body, user, client }) => drafts.save(user.id, params.id, body, client)),
  defineRoute(draftCalls.remove, ({ params, user }) => drafts.remove(user.id, params.id)),
]
