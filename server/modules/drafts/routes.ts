import { draftCalls } from '#contracts/drafts/calls.ts'
import { answer } from '#server/platform/http/calls/answer.ts'
import type { DraftService } from './service.ts'

export const draftRoutes = (drafts: DraftService) => [
  answer(draftCalls.list, ({ query, user }) => drafts.list(user.id, query.subject)),
  answer(draftCalls.get, ({ params, user }) => drafts.get(user.id, params.id)),
  answer(draftCalls.save, ({ params, body, user, client }) => drafts.save(user.id, params.id, body, client)),
  answer(draftCalls.remove, ({ params, user }) => drafts.remove(user.id, params.id)),
]
