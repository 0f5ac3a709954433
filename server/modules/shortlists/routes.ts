import { shortlistCalls } from '#contracts/shortlists/calls.ts'
import { answer } from '#server/platform/http/calls/answer.ts'
import { download } from '#server/platform/http/replies/download.ts'
import type { ShortlistService } from './service.ts'

export const shortlistRoutes = (shortlists: ShortlistService) => [
  answer(shortlistCalls.preview, ({ body }) => shortlists.preview(body)),
  answer(shortlistCalls.create, ({ body, user }) => shortlists.create(body, user)),
  answer(shortlistCalls.list, ({ user }) => shortlists.list(user.id)),
  answer(shortlistCalls.get, ({ params, user }) => shortlists.get(params.id, user)),
  answer(shortlistCalls.update, ({ params, body, actor, ifMatch }) =>
    shortlists.update(params.id, body, { actor, ifMatch }),
  ),
  answer(shortlistCalls.remove, ({ params, actor }) => shortlists.remove(params.id, actor)),
  answer(shortlistCalls.copy, ({ params, actor }) => shortlists.copy(params.id, actor)),
  answer(shortlistCalls.exportQuestions, async ({ params, query }) =>
    download(await shortlists.exportQuestions(params.id, query.format)),
  ),
]
