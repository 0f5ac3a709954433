import { z } from 'zod'
import { GET, groupCalls, messageOnly, POST, paged, sentences } from '../call.ts'
import { RevisionNumberSchema, RevisionSchema } from '../content/revision.ts'
import { BODY, MAILS_RETRIED_MAX } from '../limits.ts'
import { pageNumber } from '../pagination.ts'
import { idParams } from '../path-id.ts'
import {
  EmailConfigRequestSchema,
  EmailConfigSchema,
  EmailRevisionSchema,
  EmailTestSchema,
  MailRetrySchema,
  OutboxCountsSchema,
  OutboxEntrySchema,
  OutboxQuerySchema,
  TestResultSchema,
} from './mail.ts'
import { MAIL_MESSAGES } from './messages.ts'
import { EmailPreviewRequestSchema, EmailPreviewSchema } from './templates.ts'

/**
 * The id of the one configuration, which existing clients expect. A caller needs only the version, which is the `ETag`.
 */
const SavedConfigSchema = z.object({ _id: z.string() })

export const mailCalls = groupCalls('邮件', '邮件服务器、收件人与模板的设置，以及发件箱。', {
  getConfig: GET('/api/email/config', {
    access: 'mail:read',
    etag: 'returned',
    reply: EmailConfigSchema,
    summary: '读取邮件设置',
    description: '密码不返回，只说明是否已设置；无权查看联系方式者看不到收件人、用户名与发件地址。',
  }),
  // Replaces the configuration like a PUT; existing clients send POST.
  saveConfig: POST('/api/email/config', {
    access: 'mail:write',
    bodyLimit: BODY.document,
    body: EmailConfigRequestSchema,
    etag: 'checked',
    reply: SavedConfigSchema,
    message: MAIL_MESSAGES.saved,
    summary: '保存邮件设置',
    description: sentences('整份替换。', '带 `If-Match` 时，设置已被他人更新则返回412。'),
  }),
  listRevisions: GET('/api/email/config/revisions', {
    access: 'mail:read',
    query: z.object({ page: pageNumber.default(1) }),
    reply: paged(RevisionSchema),
    summary: '列出邮件设置的历史版本',
  }),
  getRevision: GET('/api/email/config/revisions/:revision', {
    access: 'mail:read',
    params: RevisionNumberSchema,
    reply: EmailRevisionSchema,
    summary: '读取邮件设置的一个历史版本',
    description: '历史版本不含密码；无权查看联系方式者看不到收件人、用户名与发件地址。',
  }),
  restoreRevision: POST('/api/email/config/revisions/:revision/restore', {
    access: 'mail:write',
    params: RevisionNumberSchema,
    etag: 'checked',
    reply: SavedConfigSchema,
    message: MAIL_MESSAGES.restored,
    summary: '恢复到邮件设置的一个历史版本',
    description: sentences(
      '以该版本的设置生成新版本；同样遵守 `If-Match`。',
      '服务器、端口或用户名与现在不同时，已保存的密码不再使用，须重新填写。',
    ),
  }),
  test: POST('/api/email/test', {
    access: 'mail:write',
    callsPerMinute: 6,
    body: EmailTestSchema,
    reply: TestResultSchema,
    message: MAIL_MESSAGES.testSent,
    summary: '发送测试邮件',
    description: sentences('以所给的设置发送，不要求先保存。', '结果会保留在邮件设置中。'),
  }),
  preview: POST('/api/email/preview', {
    access: 'mail:read',
    bodyLimit: BODY.document,
    body: EmailPreviewRequestSchema,
    reply: EmailPreviewSchema,
    summary: '以示例数据预览邮件模板',
  }),
  listOutbox: GET('/api/email/outbox', {
    access: 'mail:read',
    query: OutboxQuerySchema,
    reply: paged(OutboxEntrySchema, { counts: OutboxCountsSchema, retryable: z.int() }),
    summary: '列出发件箱',
    description: sentences(
      '最新的在前，不含正文；`counts` 为各状态的封数，`retryable` 为发送失败、内容尚未清除的封数。',
      '无权查看联系方式者看不到收件地址与主题。',
    ),
  }),
  retryFailed: POST('/api/email/outbox/retry', {
    access: 'mail:write',
    failures: ['conflict'],
    reply: MailRetrySchema,
    message: MAIL_MESSAGES.retried,
    summary: '重发所有发送失败的邮件',
    description: sentences(
      `一次最多${MAILS_RETRIED_MAX}封，先失败的在前；内容已清除的不再发送。`,
      '重发的邮件不再是失败的，重复的请求不会使邮件发出两次。',
    ),
  }),
  retry: POST('/api/email/outbox/:id/retry', {
    access: 'mail:write',
    params: idParams('邮件编号。'),
    failures: ['conflict'],
    reply: messageOnly,
    message: MAIL_MESSAGES.retried,
    summary: '立即重发一封邮件',
    description: '仅限等待发送或发送失败的邮件。',
  }),
})
