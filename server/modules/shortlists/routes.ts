import { shortlistCalls } from '#contracts/shortlists/calls.ts'
import { handle } from '#server/platform/http/calls/handle.ts'
import { download } from '#server/platform/http/replies/download.ts'
import type { ShortlistService } from './service.ts'

export const shortlistRoutes = (shortlists: ShortlistService) => [
  handle(shortlistCalls.preview, ({ body }) => shortlists.preview(body)),
  handle(shortlistCalls.create, ({ body, user }) => shortlists.create(body, user)),
  handle(shortlistCalls.list, ({ user }) => shortlists.list(user.id)),
  handle(shortlistCalls.get, ({ params, user }) => shortlists.get(params.id, user)),
  handle(shortlistCalls.update, ({ params, body, actor, ifMatch }) =>
    shortlists.update(params.id, body, { actor, ifMatch }),
  ),
  handle(shortlistCalls.remove, ({ params, actor }) => shortlists.remove(params.id, actor)),
  handle(shortlistCalls.addCandidates, ({ params, body, actor }) =>
    shortlists.addCandidates(params.id, body.candidates, actor),
  ),
  handle(shortlistCalls.removeCandidate, ({ params, actor }) =>
    shortlists.removeCandidate(params.id, params.product, actor),
  ),
  handle(shortlistCalls.copy, ({ params, actor }) => shortlists.copy(params.id, actor)),
  handle(shortlistCalls.exportQuestions, async ({ params, query }) =>
    download(await shortlists.exportQuestions(params.id, query.format)),
  ),
]
