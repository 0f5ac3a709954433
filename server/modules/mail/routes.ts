import { mailCalls } from '#contracts/mail/calls.ts'
import { invalid } from '#server/platform/app-error.ts'
import { handle, withMessage } from '#server/platform/http/calls/handle.ts'
import type { MailService } from './service.ts'

export const mailRoutes = (mail: MailService) => [
  handle(mailCalls.getConfig, async ({ user }) => {
    const { config, revision } = await mail.configuration.get(user)
    return { value: config, revision }
  }),
  handle(mailCalls.saveConfig, async ({ body, actor, ifMatch }) => {
    const { id, revision } = await mail.configuration.save(body, actor, ifMatch)
    return { value: { _id: id }, revision }
  }),
  handle(mailCalls.listRevisions, ({ query }) => mail.configuration.listRevisions(query.page)),
  handle(mailCalls.getRevision, ({ params, user }) => mail.configuration.getRevision(params.revision, user)),
  handle(mailCalls.restoreRevision, async ({ params, actor, ifMatch }) => {
    const { id, revision, message } = await mail.configuration.restore(params.revision, actor, ifMatch)
    return withMessage(message, { value: { _id: id }, revision })
  }),
  handle(mailCalls.test, async ({ body, actor }) => {
    const result = await mail.test(body, actor)
    if (!result.success) throw invalid(result.message)
    return result
  }),
  handle(mailCalls.preview, ({ body: { name, ...template } }) => mail.preview(name, template)),
  handle(mailCalls.listOutbox, ({ query, user }) => mail.outbox.list(query, user)),
  handle(mailCalls.retry, ({ params, actor }) => mail.retry(params.id, actor)),
]
