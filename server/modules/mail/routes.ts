import { mailCalls } from '#contracts/mail/calls.ts'
import { MAIL_MESSAGES } from '#contracts/mail/messages.ts'
import { defineRoute, withMessage } from '#server/platform/http/calls/define-route.ts'
import type { MailService } from './service.ts'

/** Routes for administrators: the mail settings with their history, and the outbox. */
export const mailRoutes = (mail: MailService) => [
  defineRoute(mailCalls.getConfig, async ({ user }) => {
    const { config, revision } = await mail.configuration.getForCaller(user)
    return { value: config, revision }
  }),
  defineRoute(mailCalls.saveConfig, async ({ body, user, ifMatch }) => {
    const { id, revision } = await mail.configuration.save(body, { actor: user, ifMatch })
    return { value: { _id: id }, revision }
  }),
  defineRoute(mailCalls.listRevisions, ({ query }) => mail.configuration.listRevisions(query.page)),
  defineRoute(mailCalls.getRevision, ({ params, user }) => mail.configuration.getRevision(params.revision, user)),
  defineRoute(mailCalls.restoreRevision, async ({ params, user, ifMatch }) => {
    const { id, revision, message } = await mail.configuration.restore(params.revision, { actor: user, ifMatch })
    return withMessage(message, { value: { _id: id }, revision })
  }),
  defineRoute(mailCalls.test, ({ body, user }) => mail.test(body, user)),
  defineRoute(mailCalls.preview, ({ body: { name, ...template } }) => mail.preview(name, template)),
  defineRoute(mailCalls.listOutbox, ({ query }) => mail.outbox.list(query)),
  defineRoute(mailCalls.retryFailed, async ({ user }) => {
    const outcome = await mail.retryFailed(user)
    return withMessage(MAIL_MESSAGES.allRetried(outcome.retried, outcome.remaining), outcome)
  }),
  defineRoute(mailCalls.retry, ({ params, user }) => mail.retry(params.id, user)),
]
