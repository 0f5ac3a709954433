import { z } from 'zod'
import {
  EvaluationResultSchema,
  ReportRequestSchema,
  ReportSchema,
  ScoresSchema,
} from '#contracts/evaluation/evaluation.ts'
import { CALLS_PER_MINUTE } from '#contracts/limits.ts'
import { API } from '#contracts/paths.ts'
import { success } from '#contracts/replies.ts'
import { contentDisposition } from '#server/platform/http/replies/content-disposition.ts'
import type { Routes, TypedApp } from '#server/platform/http/server/routes.ts'
import { type EvaluationService, reportName } from './service.ts'

const tags = ['专业评估']

export const evaluationRoutes =
  (evaluation: EvaluationService): Routes =>
  (app, { readsFrom }) => {
    app.post(
      API.evaluationCalculate,
      {
        config: { access: 'open', perMinute: CALLS_PER_MINUTE.calculate },
        schema: {
          tags,
          summary: '按三项得分计算总分与结论',
          body: ScoresSchema,
          response: { 200: success(EvaluationResultSchema) },
        },
      },
      async ({ body }) => ({ success: true as const, data: await evaluation.calculate(body) }),
    )

    app.post(
      API.evaluationReport,
      {
        config: { access: 'open', perMinute: CALLS_PER_MINUTE.report },
        schema: {
          tags,
          summary: '生成评估报告',
          description: '总分与结论由服务器重新计算；请求中的 `score` 和 `recommendation` 不起作用。',
          body: ReportRequestSchema,
          response: { 200: success(z.object({ reportId: z.string() })) },
        },
      },
      async ({ body }) => ({ success: true as const, data: { reportId: await evaluation.createReport(body) } }),
    )

    app.get(
      API.evaluationReports,
      {
        config: { access: 'open' },
        schema: {
          tags,
          summary: '读取评估报告',
          params: z.object({ id: z.string() }),
          response: { 200: success(ReportSchema) },
        },
      },
      async (request) => {
        readsFrom(request, reportName(request.params.id))
        return { success: true as const, data: await evaluation.findReport(request.params.id) }
      },
    )

    attachments(app, evaluation)
  }

function attachments(app: TypedApp, evaluation: EvaluationService) {
  app.get(
    API.downloadAttachment,
    {
      config: { access: 'open', failures: ['notFound'] },
      schema: {
        tags,
        summary: '下载评估清单',
        description: '只提供评估页面内容中列出的附件，`path` 须与列出的完全一致。',
        // Given twice or not at all, it is as little a listed path as any other text.
        querystring: z.object({ path: z.string().catch('') }),
        produces: ['application/octet-stream'],
      },
    },
    async (request, reply) => {
      const { file, filename } = await evaluation.findAttachment(request.query.path)
      const { stream, size } = await file.open()
      return reply
        .headers({ ...file.headers, 'content-disposition': contentDisposition('attachment', filename) })
        .header('content-length', size)
        .send(stream)
    },
  )
}
