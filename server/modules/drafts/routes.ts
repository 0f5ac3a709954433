import { draftCalls } from '#contracts/drafts/calls.ts'
import { handle } from '#server/platform/http/calls/handle.ts'
import type { DraftService } from './service.ts'

export const draftRoutes = (drafts: DraftService) => [
  handle(draftCalls.list, ({ query, user }) => drafts.list(user.id, query.subject)),
  handle(draftCalls.get, ({ params, user }) => drafts.get(user.id, params.id)),
  handle(draftCalls.save, ({ params, body, user, client }) => drafts.save(user.id, params.id, body, client)),
  handle(draftCalls.remove, ({ params, user }) => drafts.remove(user.id, params.id)),
]
