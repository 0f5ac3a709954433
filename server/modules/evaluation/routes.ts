import { evaluationCalls } from '#contracts/evaluation/calls.ts'
import { streamZip } from '#server/platform/files/zip-stream.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import { formatContentDisposition } from '#server/platform/http/replies/content-disposition.ts'
import { type EvaluationService, getReportTopic } from './service.ts'

/** Public routes of the quick evaluation tool, its stored reports and its attachments. */
export const evaluationRoutes = (evaluation: EvaluationService) => [
  defineRoute(evaluationCalls.calculate, ({ body, user }) => evaluation.calculate(body, user)),
  defineRoute(evaluationCalls.createReport, ({ body }) => evaluation.createReport(body)),
  defineRoute(evaluationCalls.getReport, ({ params }) => evaluation.getReport(params.id), {
    invalidatedBy: ({ params }) => [getReportTopic(params.id)],
  }),
  defineRoute(evaluationCalls.downloadAttachment, async ({ query, user }) => {
    const { file, filename } = await evaluation.getAttachment(query.path, user)
    const { stream, size } = await file.open()
    const headers: Record<string, string | number> = { ...file.headers, 'content-length': size }
    if (filename !== undefined) headers['content-disposition'] = formatContentDisposition('attachment', filename)
    return { headers, body: stream }
  }),
  defineRoute(evaluationCalls.downloadAttachments, async () => ({
    headers: {
      'content-type': 'application/zip',
      'content-disposition': formatContentDisposition('attachment', '评估清单.zip'),
    },
    body: streamZip(await evaluation.listAttachments()),
  })),
]
