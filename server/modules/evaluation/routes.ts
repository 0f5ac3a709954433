import { evaluationCalls } from '#contracts/evaluation/calls.ts'
import { streamZip } from '#server/platform/files/zip-stream.ts'
import { answer } from '#server/platform/http/calls/answer.ts'
import { contentDisposition } from '#server/platform/http/replies/content-disposition.ts'
import { type EvaluationService, reportName } from './service.ts'

export const evaluationRoutes = (evaluation: EvaluationService) => [
  answer(evaluationCalls.calculate, ({ body }) => evaluation.calculate(body)),
  answer(evaluationCalls.createReport, async ({ body }) => ({ reportId: await evaluation.createReport(body) })),
  answer(evaluationCalls.getReport, ({ params }) => evaluation.findReport(params.id), {
    dependsOn: ({ params }) => [reportName(params.id)],
  }),
  answer(evaluationCalls.downloadAttachment, async ({ query, user }) => {
    const { file, filename } = await evaluation.findAttachment(query.path, user)
    const { stream, size } = await file.open()
    const headers: Record<string, string | number> = { ...file.headers, 'content-length': size }
    if (filename !== undefined) headers['content-disposition'] = contentDisposition('attachment', filename)
    return { headers, body: stream }
  }),
  answer(evaluationCalls.downloadAttachments, async () => ({
    headers: {
      'content-type': 'application/zip',
      'content-disposition': contentDisposition('attachment', '评估清单.zip'),
    },
    body: streamZip(await evaluation.listAttachments()),
  })),
]
