import { mailCalls } from '#contracts/mail/calls.ts'
import { invalid } from '#server/platform/app-error.ts'
import { defineRoute, withMessage } from '#server/platform/http/calls/define-route.ts'
import type { MailService } from './service.ts'

export const mailRoutes = (mail: MailService) => [
  defineRoute(mailCalls.getConfig, async ({ user }) => {
    const { config, revision } = await mail.configuration.getForCaller(user)
    return { value: config, revision }
  }),
  defineRoute(mailCalls.saveConfig, async ({ body, actor, ifMatch }) => {
    const { id, revision } = await mail.configuration.save(body, actor, ifMatch)
    return { value: { _id: id }, revision }
  }),
  defineRoute(mailCalls.listRevisions, ({ query }) => mail.configuration.listRevisions(query.page)),
  defineRoute(mailCalls.getRevision, ({ params, user }) => mail.configuration.getRevision(params.revision, user)),
  defineRoute(mailCalls.restoreRevision, async ({ params, actor, ifMatch }) => {
    const { id, revision, message } = await mail.configuration.restore(params.revision, actor, ifMatch)
    return withMessage(message, { value: { _id: id }, revision })
  }),
  defineRoute(mailCalls.test, async ({ body, actor }) => {
    const result = await mail.test(body, actor)
    if (!result.success) throw invalid(result.message)
    return result
  }),
  defineRoute(mailCalls.preview, ({ body: { name, ...template } }) => mail.preview(name, template)),
  defineRoute(mailCalls.listOutbox, ({ query, user }) => mail.outbox.list(query, user)),
  defineRoute(mailCalls.retry, ({ params, actor }) => mail.retry(params.id, actor)),
]
