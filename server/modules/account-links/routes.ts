import { accountLinkCalls } from '#contracts/account-links/calls.ts'
import { handle } from '#server/platform/http/calls/handle.ts'
import type { AccountLinkService } from './service.ts'

export const accountLinkRoutes = (accountLinks: AccountLinkService) => [
  handle(accountLinkCalls.forgotPassword, ({ body }) => accountLinks.forgotPassword(body)),
  handle(accountLinkCalls.setPassword, ({ body, client }) => accountLinks.setPassword(body, client.ip)),
  handle(accountLinkCalls.verifyEmail, ({ body, client }) => accountLinks.verifyEmail(body, client.ip)),
  handle(accountLinkCalls.resendVerification, ({ body }) => accountLinks.resendVerification(body)),
  handle(accountLinkCalls.requestVerification, ({ user }) => accountLinks.requestVerification(user.id)),
]
