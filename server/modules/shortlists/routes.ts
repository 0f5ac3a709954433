import { shortlistCalls } from '#contracts/shortlists/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import { download } from '#server/platform/http/replies/download.ts'
import type { ShortlistService } from './service.ts'

export const shortlistRoutes = (shortlists: ShortlistService) => [
  defineRoute(shortlistCalls.preview, ({ body }) => shortlists.preview(body)),
  defineRoute(shortlistCalls.create, ({ body, user }) => shortlists.create(body, user)),
  defineRoute(shortlistCalls.list, ({ user }) => shortlists.list(user.id)),
  defineRoute(shortlistCalls.get, ({ params, user }) => shortlists.get(params.id, user)),
  defineRoute(shortlistCalls.update, ({ params, body, actor, ifMatch }) =>
    shortlists.update(params.id, body, { actor, ifMatch }),
  ),
  defineRoute(shortlistCalls.remove, ({ params, actor }) => shortlists.remove(params.id, actor)),
  defineRoute(shortlistCalls.addCandidates, ({ params, body, actor }) =>
    shortlists.addCandidates(params.id, body.candidates, actor),
  ),
  defineRoute(shortlistCalls.removeCandidate, ({ params, actor }) =>
    shortlists.removeCandidate(params.id, params.product, actor),
  ),
  defineRoute(shortlistCalls.copy, ({ params, body, actor }) => shortlists.copy(params.id, body ?? {}, actor)),
  defineRoute(shortlistCalls.exportQuestions, async ({ params, query }) =>
    download(await shortlists.exportQuestions(params.id, query.format)),
  ),
]
