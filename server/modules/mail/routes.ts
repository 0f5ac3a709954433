import { z } from 'zod'
import { BODY, TEXT } from '#contracts/limits.ts'
import {
  EmailConfigInputSchema,
  EmailConfigSchema,
  EmailPreviewRequestSchema,
  EmailPreviewSchema,
  EmailTestSchema,
  OutboxCountsSchema,
  OutboxEntrySchema,
  OutboxQuerySchema,
  TestResultSchema,
} from '#contracts/mail/mail.ts'
import { MAIL_MESSAGES } from '#contracts/mail/messages.ts'
import { PaginationSchema } from '#contracts/pagination.ts'
import { ADMIN_API } from '#contracts/paths.ts'
import { may } from '#contracts/permissions.ts'
import { success } from '#contracts/replies.ts'
import { invalid } from '#server/platform/app-error.ts'
import { actorOf } from '#server/platform/http/guard/actor.ts'
import { callerOf } from '#server/platform/http/guard/guard.ts'
import type { Routes, TypedApp } from '#server/platform/http/server/routes.ts'
import type { MailService } from './service.ts'

const tags = ['邮件']
const reads = { access: 'mail:read' } as const
const writes = { access: 'mail:write' } as const
const bodyLimit = BODY.document

export const mailRoutes =
  (mail: MailService): Routes =>
  (app) => {
    settings(app, mail)
    trials(app, mail)
    outbox(app, mail)
  }

function settings(app: TypedApp, { configuration }: MailService) {
  app.get(
    ADMIN_API.emailConfig,
    {
      config: reads,
      schema: {
        tags,
        summary: '读取邮件设置',
        description: '密码不返回，只说明是否已设置；无权查看联系方式者看不到收件人、用户名与发件地址。',
        response: { 200: success(EmailConfigSchema) },
      },
    },
    async (request, reply) => {
      const { config, revision } = await configuration.get(may(callerOf(request).role, 'contacts:read'))
      reply.header('etag', `"${revision}"`)
      return { success: true as const, data: config }
    },
  )
  app.post(
    ADMIN_API.emailConfig,
    {
      config: { ...writes, failures: ['staleRevision'] },
      bodyLimit,
      schema: {
        tags,
        summary: '保存邮件设置',
        description: '整份替换；密码留空则保留原密码。带 `If-Match` 时，设置已被他人更新则答复 412。',
        body: EmailConfigInputSchema,
        response: { 200: success(z.object({ _id: z.string() })) },
      },
    },
    async (request, reply) => {
      const saved = await configuration.save(request.body, actorOf(request), request.headers['if-match'])
      reply.header('etag', `"${saved.revision}"`)
      return { success: true as const, data: { _id: saved.id }, message: MAIL_MESSAGES.saved }
    },
  )
}

function trials(app: TypedApp, mail: MailService) {
  app.post(
    ADMIN_API.emailTest,
    {
      config: { ...writes, perMinute: 6 },
      schema: {
        tags,
        summary: '发送测试邮件',
        description: '以所给的设置发送，不要求先保存；密码留空时使用已保存的密码。结果会保留在邮件设置中。',
        body: EmailTestSchema,
        response: { 200: success(TestResultSchema) },
      },
    },
    async (request) => {
      const data = await mail.test(request.body, actorOf(request))
      if (!data.success) throw invalid(data.message)
      return { success: true as const, data, message: MAIL_MESSAGES.testSent }
    },
  )
  app.post(
    ADMIN_API.emailPreview,
    {
      config: reads,
      bodyLimit,
      schema: {
        tags,
        summary: '以示例数据预览邮件模板',
        body: EmailPreviewRequestSchema,
        response: { 200: success(EmailPreviewSchema) },
      },
    },
    async ({ body: { name, ...template } }) => ({ success: true as const, data: mail.preview(name, template) }),
  )
}

function outbox(app: TypedApp, mail: MailService) {
  app.get(
    ADMIN_API.outbox,
    {
      config: reads,
      schema: {
        tags,
        summary: '列出发件箱',
        description: '最新的在前，不含正文；`counts` 为各状态的封数。无权查看联系方式者看不到收件地址与主题。',
        querystring: OutboxQuerySchema,
        response: {
          200: success(z.array(OutboxEntrySchema)).extend({
            counts: OutboxCountsSchema,
            pagination: PaginationSchema,
          }),
        },
      },
    },
    async (request) => {
      const seesContacts = may(callerOf(request).role, 'contacts:read')
      const { entries, counts, pagination } = await mail.outbox.list(request.query, seesContacts)
      return { success: true as const, data: entries, counts, pagination }
    },
  )
  app.post(
    ADMIN_API.outboxRetry,
    {
      config: { ...writes, failures: ['conflict'] },
      schema: {
        tags,
        summary: '立即重发一封邮件',
        description: '仅限等待发送或发送失败的邮件。',
        params: z.object({ id: z.string().max(TEXT.word) }),
        response: { 200: z.object({ success: z.literal(true), message: z.string() }) },
      },
    },
    async (request) => {
      await mail.retry(request.params.id, actorOf(request))
      return { success: true as const, message: MAIL_MESSAGES.retried }
    },
  )
}
