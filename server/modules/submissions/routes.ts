import { MESSAGES } from '#contracts/messages.ts'
import { API } from '#contracts/paths.ts'
import { success } from '#contracts/replies.ts'
import {
  SubmissionReceiptSchema,
  SubmissionSchema,
  SubmissionStateSchema,
  SubmissionStatusQuerySchema,
} from '#contracts/submission.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import type { SubmissionService } from './service.ts'

const tags = ['产品提交']

export const submissionRoutes =
  (submissions: SubmissionService): Routes =>
  (app) => {
    app.post(
      API.submissions,
      {
        config: { access: 'open', perMinute: 10 },
        schema: {
          tags,
          summary: '提交产品',
          description: '分类由服务器根据内容判定，请求中的分类不起作用。回执号与联系邮箱可用于查询状态。',
          body: SubmissionSchema,
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
          response: { 200: success(SubmissionStateSchema) },
        },
      },
      async (request) => ({ success: true as const, data: await submissions.findState(request.body) }),
    )
  }
