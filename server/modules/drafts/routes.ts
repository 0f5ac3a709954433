import { draftCalls } from '#contracts/drafts/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { DraftService } from './service.ts'

/** Routes for the unsaved edits of one's own forms. */
export const draftRoutes = (drafts: DraftService) => [
  defineRoute(draftCalls.list, ({ query, user }) => drafts.list(query.subject, user.id)),
  defineRoute(draftCalls.get, ({ params, user }) => drafts.get(params.id, user.id)),
  defineRoute(draftCalls.save, ({ params, body, user, client }) =>
    drafts.save(params.id, body, { userId: user.id, client }),
  ),
  defineRoute(draftCalls.remove, ({ params, user }) => drafts.remove(params.id, user.id)),
]
