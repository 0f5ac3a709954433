import { z } from 'zod'
import {
  EmailInputSchema,
  PasswordByLinkSchema,
  PasswordSetSchema,
  TokenInputSchema,
} from '#contracts/account-links/account-link.ts'
import { ACCOUNT_LINK_MESSAGES } from '#contracts/account-links/messages.ts'
import { API } from '#contracts/paths.ts'
import { success } from '#contracts/replies.ts'
import type { Routes } from '#server/platform/http/server/routes.ts'
import type { AccountLinkService } from './service.ts'

const tags = ['账号']
/** A mail is soon asked for and costs whoever gets it attention. */
const asking = { access: 'open', perMinute: 5, failures: ['conflict'] } as const
const following = { access: 'open', perMinute: 20, failures: ['notFound'] } as const
const nothing = { 200: success(z.null()) }

export const accountLinkRoutes =
  (accountLinks: AccountLinkService): Routes =>
  (app) => {
    app.post(
      API.forgotPassword,
      {
        config: asking,
        schema: {
          tags,
          summary: '申请重置密码的邮件',
          description: '无论该邮箱是否注册，回复都相同，用时也相同。',
          body: EmailInputSchema,
          response: nothing,
        },
      },
      async (request) => {
        await accountLinks.forgotPassword(request.body)
        return { success: true as const, data: null, message: ACCOUNT_LINK_MESSAGES.forgotten }
      },
    )
    app.post(
      API.passwordByLink,
      {
        config: following,
        schema: {
          tags,
          summary: '通过邮件中的链接设置密码',
          description: '链接来自邀请或重置密码的邮件，只能使用一次。该账号的会话立即结束。',
          body: PasswordByLinkSchema,
          response: { 200: success(PasswordSetSchema) },
        },
      },
      async (request) => ({
        ...{ success: true as const, message: ACCOUNT_LINK_MESSAGES.passwordSet },
        data: await accountLinks.setPassword(request.body, request.ip),
      }),
    )
    app.post(
      API.verifyEmail,
      {
        config: following,
        schema: { tags, summary: '通过邮件中的链接验证邮箱', body: TokenInputSchema, response: nothing },
      },
      async (request) => {
        await accountLinks.verifyEmail(request.body, request.ip)
        return { success: true as const, data: null, message: ACCOUNT_LINK_MESSAGES.emailVerified }
      },
    )
    app.post(
      API.resendVerification,
      {
        config: asking,
        schema: {
          tags,
          summary: '再次发送验证邮件',
          description: '无论该邮箱是否注册，回复都相同，用时也相同。',
          body: EmailInputSchema,
          response: nothing,
        },
      },
      async (request) => {
        await accountLinks.resendVerification(request.body)
        return { success: true as const, data: null, message: ACCOUNT_LINK_MESSAGES.verificationSent }
      },
    )
  }
