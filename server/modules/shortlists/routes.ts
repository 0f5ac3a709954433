import { shortlistCalls } from '#contracts/shortlists/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import { download } from '#server/platform/http/replies/download.ts'
import type { ShortlistService } from './service.ts'

/** Routes of shortlists: visitors create them and read those whose address they know, members keep their own. */
export const shortlistRoutes = (shortlists: ShortlistService) => [
  defineRoute(shortlistCalls.preview, ({ body }) => shortlists.preview(body)),
  defineRoute(shortlistCalls.create, ({ body, user }) => shortlists.create(body, user)),
  defineRoute(shortlistCalls.list, ({ user }) => shortlists.list(user.id)),
  defineRoute(shortlistCalls.get, ({ params, user }) => shortlists.get(params.id, user)),
  defineRoute(shortlistCalls.getAuthorship, ({ params, user }) => shortlists.getAuthorship(params.id, user.id)),
  defineRoute(shortlistCalls.update, ({ params, body, user, ifMatch }) =>
    shortlists.update(params.id, body, { actor: user, ifMatch }),
  ),
  defineRoute(shortlistCalls.remove, ({ params, user }) => shortlists.remove(params.id, user)),
  defineRoute(shortlistCalls.addCandidates, ({ params, body, user }) =>
    shortlists.addCandidates(params.id, body.candidates, user),
  ),
  defineRoute(shortlistCalls.removeCandidate, ({ params, user }) =>
    shortlists.removeCandidate(params.id, params.product, user),
  ),
  defineRoute(shortlistCalls.copy, ({ params, user }) => shortlists.copy(params.id, user)),
  defineRoute(shortlistCalls.exportQuestions, async ({ params, query }) =>
    download(await shortlists.exportQuestions(params.id, query.format)),
  ),
]
