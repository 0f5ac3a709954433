import { z } from 'zod'
import { groupCalls, POST, sentences } from '../call.ts'
import {
  EmailInputSchema,
  SetPasswordResultSchema,
  SetPasswordSchema,
  VerifyEmailResultSchema,
  VerifyEmailSchema,
} from './account-link.ts'
import { ACCOUNT_LINK_MESSAGES } from './messages.ts'

/** A strict limit, since every request may send a mail. */
const MAILS_PER_MINUTE = 5
const LINKS_PER_MINUTE = 20

export const accountLinkCalls = groupCalls('账号邮件', '申请邮件，并通过其中的链接设置密码、验证邮箱。', {
  forgotPassword: POST('/api/auth/password/forgotten', {
    access: 'public',
    callsPerMinute: MAILS_PER_MINUTE,
    body: EmailInputSchema,
    failures: ['conflict'],
    reply: z.null(),
    message: ACCOUNT_LINK_MESSAGES.forgotten,
    summary: '申请重置密码的邮件',
    description: '无论该邮箱是否注册，响应与用时都相同。',
  }),
  setPassword: POST('/api/auth/password/by-link', {
    access: 'public',
    callsPerMinute: LINKS_PER_MINUTE,
    body: SetPasswordSchema,
    failures: ['notFound'],
    reply: SetPasswordResultSchema,
    message: ACCOUNT_LINK_MESSAGES.passwordSet,
    summary: '通过邮件中的链接设置密码',
    description: sentences('链接来自邀请或重置密码的邮件，只能使用一次。', '该账号的会话立即结束。'),
  }),
  verifyEmail: POST('/api/auth/email/verified', {
    access: 'public',
    callsPerMinute: LINKS_PER_MINUTE,
    body: VerifyEmailSchema,
    failures: ['notFound'],
    reply: VerifyEmailResultSchema,
    message: ACCOUNT_LINK_MESSAGES.emailVerified,
    summary: '通过邮件中的链接验证邮箱',
    description: '须同时提供账号的密码：他人用您的邮箱注册的账号，不会因为您打开链接而启用。',
  }),
  resendVerification: POST('/api/auth/email/verification', {
    access: 'public',
    callsPerMinute: MAILS_PER_MINUTE,
    body: EmailInputSchema,
    failures: ['conflict'],
    reply: z.null(),
    message: ACCOUNT_LINK_MESSAGES.verificationSent,
    summary: '再次发送验证邮件',
    description: '无论该邮箱是否注册，响应与用时都相同。',
  }),
  requestVerification: POST('/api/auth/email/proof', {
    access: 'signed-in',
    callsPerMinute: MAILS_PER_MINUTE,
    failures: ['conflict'],
    reply: z.null(),
    message: ACCOUNT_LINK_MESSAGES.verificationMailSent,
    failureMessage: ACCOUNT_LINK_MESSAGES.sendFailed,
    summary: '为自己的账号申请验证邮件',
    description: sentences('发到账号的邮箱。', '邮箱验证后才能评价产品。'),
  }),
})
