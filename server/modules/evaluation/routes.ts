import { evaluationCalls } from '#contracts/evaluation/calls.ts'
import { answer } from '#server/platform/http/calls/answer.ts'
import { contentDisposition } from '#server/platform/http/replies/content-disposition.ts'
import { type EvaluationService, reportName } from './service.ts'

export const evaluationRoutes = (evaluation: EvaluationService) => [
  answer(evaluationCalls.calculate, ({ body }) => evaluation.calculate(body)),
  answer(evaluationCalls.createReport, async ({ body }) => ({ reportId: await evaluation.createReport(body) })),
  answer(evaluationCalls.getReport, ({ params }) => evaluation.findReport(params.id), {
    dependsOn: ({ params }) => [reportName(params.id)],
  }),
  answer(evaluationCalls.downloadAttachment, async ({ query }) => {
    const { file, filename } = await evaluation.findAttachment(query.path)
    const { stream, size } = await file.open()
    const disposition = contentDisposition('attachment', filename)
    return { headers: { ...file.headers, 'content-disposition': disposition, 'content-length': size }, body: stream }
  }),
]
