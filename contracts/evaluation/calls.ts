import { z } from 'zod'
import { file, GET, groupCalls, POST, sentences } from '../call.ts'
import { CALLS_PER_MINUTE } from '../limits.ts'
import { FAILURES } from '../messages/failures.ts'
import { EvaluationResultSchema, ReportRequestSchema, ReportSchema, ScoresSchema } from './evaluation.ts'
import { MethodDraftSchema, MethodSummarySchema, MethodVersionSchema } from './method.ts'

export const evaluationCalls = groupCalls('专业评估', '按评估方法计分，生成与读取评估报告，下载评估清单。', {
  calculate: POST('/api/evaluation-calculate', {
    access: 'public',
    callsPerMinute: CALLS_PER_MINUTE.calculate,
    body: ScoresSchema,
    example: { techScore: 86, businessScore: 78, marketScore: 72 },
    reply: EvaluationResultSchema,
    failureMessage: FAILURES.calculate,
    summary: '按三项得分计算总分与结论',
  }),
  createReport: POST('/api/evaluation-report', {
    hasIdempotencyKey: true,
    access: 'public',
    callsPerMinute: CALLS_PER_MINUTE.report,
    body: ReportRequestSchema,
    example: { productName: '智能客服', techScore: 86, businessScore: 78, marketScore: 72 },
    failures: ['conflict'],
    reply: z.object({ reportId: z.string() }),
    failureMessage: FAILURES.createReport,
    summary: '生成评估报告',
    description: '总分与结论由服务器重新计算。',
  }),
  getReport: GET('/api/evaluation-reports/:id', {
    access: 'public',
    params: z.object({ id: z.string().describe('报告编号。') }),
    reply: ReportSchema,
    failureMessage: FAILURES.readReport,
    summary: '读取评估报告',
  }),
  downloadAttachment: GET('/api/download-evaluation-attachment', {
    access: 'public',
    // A missing or repeated path becomes '', which is never a listed path.
    query: z.object({ path: z.string().catch('').describe('附件在评估页面内容中的路径。') }),
    failures: ['notFound'],
    reply: file('application/octet-stream'),
    summary: '下载评估清单',
    description:
      '只提供评估页面内容中列出的附件，`path` 须与列出的完全一致；有权查看页面内容的登录用户还可下载未列出的附件。',
  }),
  downloadAttachments: GET('/api/download-evaluation-attachments', {
    access: 'public',
    callsPerMinute: CALLS_PER_MINUTE.downloadAll,
    failures: ['notFound'],
    reply: file('application/zip'),
    summary: '打包下载全部评估清单',
  }),
})

export const methodCalls = groupCalls('评估方法', '评估方法的各个版本；编辑者保存草稿，另行发布为新版本。', {
  list: GET('/api/evaluation/methods', {
    access: 'public',
    reply: z.array(MethodSummarySchema),
    summary: '列出方法版本',
    description: '新的在前。',
  }),
  get: GET('/api/evaluation/methods/:version', {
    access: 'public',
    params: z.object({ version: z.coerce.number().int().min(1).max(2_147_483_647).describe('版本号。') }),
    failures: ['notFound'],
    reply: MethodVersionSchema,
    summary: '读取一个方法版本',
  }),
  getDraft: GET('/api/evaluation/method-draft', {
    access: 'content:read',
    etag: 'returned',
    reply: MethodDraftSchema,
    summary: '比较评估方法的草稿与已发布的版本',
    description: '`errors` 为发布前须改正之处；`ETag` 为评估页面内容的版本。',
  }),
  publish: POST('/api/evaluation/methods', {
    access: 'content:write',
    etag: 'checked',
    failures: ['invalid', 'conflict'],
    reply: MethodVersionSchema,
    summary: '发布方法的新版本',
    description: sentences(
      '把已保存的评估标准与分数线发布为下一个版本，公开页面与此后新建的评估项目即采用；进行中的项目保持原有版本。',
      '占比合计不为100%、场景名称有误时返回400，逐项说明；与已发布的版本相同时返回409。',
      '带 `If-Match: "<评估页面内容的版本>"` 时，内容已被他人更新则返回412。',
    ),
  }),
})
