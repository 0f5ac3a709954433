import { evaluationCalls } from '#contracts/evaluation/calls.ts'
import { streamZip } from '#server/platform/files/zip-stream.ts'
import { handle } from '#server/platform/http/calls/handle.ts'
import { formatContentDisposition } from '#server/platform/http/replies/content-disposition.ts'
import { type EvaluationService, reportTopic } from './service.ts'

export const evaluationRoutes = (evaluation: EvaluationService) => [
  handle(evaluationCalls.calculate, ({ body }) => evaluation.calculate(body)),
  handle(evaluationCalls.createReport, async ({ body }) => ({ reportId: await evaluation.createReport(body) })),
  handle(evaluationCalls.getReport, ({ params }) => evaluation.findReport(params.id), {
    dependsOn: ({ params }) => [reportTopic(params.id)],
  }),
  handle(evaluationCalls.downloadAttachment, async ({ query, user }) => {
    const { file, filename } = await evaluation.findAttachment(query.path, user)
    const { stream, size } = await file.open()
    const headers: Record<string, string | number> = { ...file.headers, 'content-length': size }
    if (filename !== undefined) headers['content-disposition'] = formatContentDisposition('attachment', filename)
    return { headers, body: stream }
  }),
  handle(evaluationCalls.downloadAttachments, async () => ({
    headers: {
      'content-type': 'application/zip',
      'content-disposition': formatContentDisposition('attachment', '评估清单.zip'),
    },
    body: streamZip(await evaluation.listAttachments()),
  })),
]
