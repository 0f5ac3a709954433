import { z } from 'zod'
import { GET, groupCalls, PUT, sentences } from '../call.ts'
import { MailChoiceChangeSchema, MailChoiceParamsSchema, MailChoiceSchema } from './mail-choices.ts'
import { MAIL_CHOICE_MESSAGES } from './messages.ts'

export const mailChoiceCalls = groupCalls('邮件通知', '自己收哪些邮件。', {
  list: GET('/api/mail-choices', {
    access: 'signed-in',
    reply: z.array(MailChoiceSchema),
    summary: '列出可以不收的邮件',
    description: sentences(
      '邮箱验证、回执、邀请等必要的邮件不在其中。',
      '每封可以不收的邮件都有退订链接和List-Unsubscribe头（RFC 8058），不登录也能退订。',
    ),
  }),
  change: PUT('/api/mail-choices/:kind', {
    access: 'signed-in',
    params: MailChoiceParamsSchema,
    body: MailChoiceChangeSchema,
    reply: z.array(MailChoiceSchema),
    failureMessage: MAIL_CHOICE_MESSAGES.saveFailed,
    summary: '收或不收一种邮件',
  }),
})
