import { MESSAGES } from '#contracts/messages/general.ts'
import { API } from '#contracts/paths.ts'
import { success } from '#contracts/replies.ts'
import { SUBMISSION_FILE_MESSAGES } from '#contracts/submissions/messages.ts'
import {
  SubmissionFileRulesSchema,
  SubmissionProgressSchema,
  SubmissionReceiptSchema,
  SubmissionRequestSchema,
  SubmissionStatusQuerySchema,
  UploadedSubmissionFileSchema,
} from '#contracts/submissions/submission.ts'
import { SETTINGS_NAME } from '#server/modules/settings/service.ts'
import { readUpload } from '#server/platform/http/bodies/read-upload.ts'
import type { Routes, RouteTools, TypedApp } from '#server/platform/http/server/routes.ts'
import type { SubmissionService } from './service.ts'

const tags = ['产品提交']

export const submissionRoutes =
  (submissions: SubmissionService): Routes =>
  (app, tools) => {
    files(app, tools, submissions)
    app.post(
      API.submissions,
      {
        config: { access: 'open', perMinute: 10 },
        schema: {
          tags,
          summary: '提交产品',
          description:
            '分类由服务器根据内容判定，请求中的分类不起作用。回执号与联系邮箱可用于查询状态。files 为已上传附件的 key；重复发送同一 idempotencyKey 时返回第一次的回执，不会重复提交。',
          body: SubmissionRequestSchema,
          response: { 200: success(SubmissionReceiptSchema) },
        },
      },
      async (request) => {
        const data = await submissions.submit(request.body)
        return { success: true as const, message: MESSAGES.submissionReceived, data }
      },
    )

    app.post(
      API.submissionStatus,
      {
        config: { access: 'open', perMinute: 20, failures: ['notFound'] },
        schema: {
          tags,
          summary: '查询提交状态',
          description: '回执号与联系邮箱须同时相符。',
          body: SubmissionStatusQuerySchema,
          response: { 200: success(SubmissionProgressSchema) },
        },
      },
      async (request) => ({ success: true as const, data: await submissions.getProgress(request.body) }),
    )
  }

function files(app: TypedApp, { readsFrom }: RouteTools, { attachments }: SubmissionService) {
  app.get(
    API.submissionFileUpload,
    {
      config: { access: 'open' },
      schema: {
        tags,
        summary: '读取附件的数量、大小与格式限制',
        response: { 200: success(SubmissionFileRulesSchema) },
      },
    },
    async (request) => {
      readsFrom(request, SETTINGS_NAME)
      return { success: true as const, data: await attachments.rules() }
    },
  )

  app.post(
    API.submissionFileUpload,
    {
      config: { access: 'open', perMinute: 20, failures: ['invalid', 'tooLarge', 'unsupportedType', 'unavailable'] },
      schema: {
        tags,
        summary: '上传提交产品的附件',
        description:
          '字段 file，一次一个文件。返回的 key 随提交一并发送；一天内未提交的文件会被删除。附件不公开，仅供审核。',
        consumes: ['multipart/form-data'],
        response: { 200: success(UploadedSubmissionFileSchema) },
      },
    },
    async (request) => {
      const sent = await readUpload(request, 'file', await attachments.limit())
      const data = await attachments.keep(sent)
      return { success: true as const, data, message: SUBMISSION_FILE_MESSAGES.received }
    },
  )
}
