import { accountLinkCalls } from '#contracts/account-links/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { AccountLinkService } from './service.ts'

/** Public routes for requesting and redeeming mailed links; the last is for a member's own email address. */
export const accountLinkRoutes = (accountLinks: AccountLinkService) => [
  defineRoute(accountLinkCalls.forgotPassword, ({ body }) => accountLinks.forgotPassword(body)),
  defineRoute(accountLinkCalls.setPassword, ({ body, client }) => accountLinks.setPassword(body, client.ip)),
  defineRoute(accountLinkCalls.verifyEmail, ({ body, client }) => accountLinks.verifyEmail(body, client.ip)),
  defineRoute(accountLinkCalls.resendVerification, ({ body }) => accountLinks.resendVerification(body)),
  defineRoute(accountLinkCalls.requestVerification, ({ user }) => accountLinks.requestVerification(user.id)),
]
