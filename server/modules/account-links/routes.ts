import { accountLinkCalls } from '#contracts/account-links/calls.ts'
import { answer } from '#server/platform/http/calls/answer.ts'
import type { AccountLinkService } from './service.ts'

export const accountLinkRoutes = (accountLinks: AccountLinkService) => [
  answer(accountLinkCalls.forgotPassword, ({ body }) => accountLinks.forgotPassword(body)),
  answer(accountLinkCalls.setPassword, ({ body, client }) => accountLinks.setPassword(body, client.ip)),
  answer(accountLinkCalls.verifyEmail, ({ body, client }) => accountLinks.verifyEmail(body, client.ip)),
  answer(accountLinkCalls.resendVerification, ({ body }) => accountLinks.resendVerification(body)),
  answer(accountLinkCalls.requestProof, ({ user }) => accountLinks.requestProof(user.id)),
]
