import { z } from 'zod'
import { TEXT } from '#contracts/limits.ts'
import { mailChoiceCalls } from '#contracts/mail/choice-calls.ts'
import { MAIL_CHOICE_MESSAGES } from '#contracts/mail/messages.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { isNotFound } from '#server/platform/app-error.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { RegisterRoutes } from '#server/platform/http/server/routes.ts'
import type { MailService } from '../service.ts'

/** Routes for every signed-in user, about their own mails. */
export const mailChoiceRoutes = ({ choices }: Pick<MailService, 'choices'>) => [
  defineRoute(mailChoiceCalls.list, ({ user }) => choices.list(user.id)),
  defineRoute(mailChoiceCalls.change, ({ params, body, user }) => choices.change(params.kind, body.isOn, user)),
]

const TokenQuerySchema = z.object({ token: z.string().max(TEXT.line).default('') })
const BODY_LIMIT = 1_024

/**
 * The route that ends a kind of mail: for mail programs (RFC 8058), which post `List-Unsubscribe=One-Click` and must not be
 * redirected, and for the form of the page at the same URL, which works without script. The signed token, not the origin,
 * says who posts.
 */
export const unsubscribeRoutes =
  ({ choices }: Pick<MailService, 'choices'>): RegisterRoutes =>
  (app) => {
    app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      // Mail programs may also send it as multipart; either way, the token is in the URL.
      scope.addContentTypeParser(
        '*',
        { parseAs: 'string', bodyLimit: BODY_LIMIT },
        async (_: unknown, body: string) => body,
      )
      scope.post(
        PAGES.unsubscribe,
        { config: { access: 'public' }, schema: { hide: true, querystring: TokenQuerySchema } },
        async ({ body, query }, reply) => {
          const { token } = TokenQuerySchema.parse(query)
          const isValid = await choices.unsubscribe(token).then(
            () => true,
            (error: unknown) => {
              if (isNotFound(error)) return false
              throw error
            },
          )
          const isForm = typeof body === 'string' && new URLSearchParams(body).has('page')
          const result = { result: isValid ? ('done' as const) : ('invalid' as const) }
          if (isForm)
            return reply.redirect(buildPageUrl(PAGES.unsubscribe, SITE_PAGES.unsubscribe.parameters, result), 303)
          const message = isValid ? MAIL_CHOICE_MESSAGES.unsubscribed : MAIL_CHOICE_MESSAGES.invalidLink
          return reply
            .status(isValid ? 200 : 404)
            .type('text/plain; charset=utf-8')
            .send(message)
        },
      )
    })
  }
