import { z } from 'zod'
import { get, groupCalls, messageOnly, paged, post } from '../call.ts'
import { RevisionNumberSchema, RevisionSchema } from '../content/revision.ts'
import { BODY, TEXT } from '../limits.ts'
import { pageNumber } from '../pagination.ts'
import {
  EmailConfigInputSchema,
  EmailConfigSchema,
  EmailRevisionSchema,
  EmailTestSchema,
  OutboxCountsSchema,
  OutboxEntrySchema,
  OutboxQuerySchema,
  TestResultSchema,
} from './mail.ts'
import { MAIL_MESSAGES } from './messages.ts'
import { EmailPreviewRequestSchema, EmailPreviewSchema } from './templates.ts'

export const mailCalls = groupCalls('邮件', '邮件服务器、收件人与模板的设置，以及发件箱。', {
  getConfig: get('/api/email/config', {
    access: 'mail:read',
    etag: 'returned',
    reply: EmailConfigSchema,
    summary: '读取邮件设置',
    description: '密码不返回，只说明是否已设置；无权查看联系方式者看不到收件人、用户名与发件地址。',
  }),
  saveConfig: post('/api/email/config', {
    access: 'mail:write',
    bodyLimit: BODY.document,
    body: EmailConfigInputSchema,
    etag: 'checked',
    reply: z.object({ _id: z.string() }),
    message: MAIL_MESSAGES.saved,
    summary: '保存邮件设置',
    description:
      '整份替换，缺少任何一项都返回400。密码留空则保留原密码；服务器、端口或用户名已更改，或关闭了连接时加密，则须重新填写密码。带 `If-Match` 时，设置已被他人更新则返回412。',
  }),
  listRevisions: get('/api/email/config/revisions', {
    access: 'mail:read',
    query: z.object({ page: pageNumber.default(1) }),
    reply: paged(RevisionSchema),
    summary: '列出邮件设置的历史版本',
  }),
  getRevision: get('/api/email/config/revisions/:revision', {
    access: 'mail:read',
    params: RevisionNumberSchema,
    reply: EmailRevisionSchema,
    summary: '读取邮件设置的一个历史版本',
    description: '历史版本不含密码；无权查看联系方式者看不到收件人、用户名与发件地址。',
  }),
  restoreRevision: post('/api/email/config/revisions/:revision/restore', {
    access: 'mail:write',
    params: RevisionNumberSchema,
    etag: 'checked',
    reply: z.object({ _id: z.string() }),
    message: MAIL_MESSAGES.restored,
    summary: '恢复到邮件设置的一个历史版本',
    description:
      '以该版本的设置生成新版本；同样遵守 `If-Match`。服务器、端口或用户名与现在不同时，已保存的密码不再使用，须重新填写。',
  }),
  test: post('/api/email/test', {
    access: 'mail:write',
    callsPerMinute: 6,
    body: EmailTestSchema,
    reply: TestResultSchema,
    message: MAIL_MESSAGES.testSent,
    summary: '发送测试邮件',
    description:
      '以所给的设置发送，不要求先保存；密码留空时使用已保存的密码，但只用于保存时的服务器、端口和用户名。结果会保留在邮件设置中。',
  }),
  preview: post('/api/email/preview', {
    access: 'mail:read',
    bodyLimit: BODY.document,
    body: EmailPreviewRequestSchema,
    reply: EmailPreviewSchema,
    summary: '以示例数据预览邮件模板',
  }),
  listOutbox: get('/api/email/outbox', {
    access: 'mail:read',
    query: OutboxQuerySchema,
    reply: paged(OutboxEntrySchema, { counts: OutboxCountsSchema }),
    summary: '列出发件箱',
    description: '最新的在前，不含正文；`counts` 为各状态的封数。无权查看联系方式者看不到收件地址与主题。',
  }),
  retry: post('/api/email/outbox/:id/retry', {
    access: 'mail:write',
    params: z.object({ id: z.string().max(TEXT.word).describe('邮件编号。') }),
    failures: ['conflict'],
    reply: messageOnly,
    message: MAIL_MESSAGES.retried,
    summary: '立即重发一封邮件',
    description: '仅限等待发送或发送失败的邮件。',
  }),
})
