import { z } from 'zod'
import { file, GET, groupCalls, messageOnly, PATCH, POST, paged, sentences } from '../call.ts'
import { AuthorshipSchema } from '../content/revision.ts'
import { UserReferenceSchema } from '../identity/user-reference.ts'
import { FAILURES } from '../messages/failures.ts'
import { MESSAGES } from '../messages/general.ts'
import { idParams } from '../path-id.ts'
import { TABLE_TYPES } from '../table.ts'
import { LeadChangeSchema, LeadCountsSchema, LeadExportQuerySchema, LeadQuerySchema, LeadRecordSchema } from './lead.ts'
import { ConsultationSchema, EvaluationServiceRequestSchema } from './lead-request.ts'
import { LEAD_MESSAGES } from './messages.ts'

const LeadParamsSchema = idParams('线索编号。')

export const leadRequestCalls = groupCalls('咨询与评估申请', '向平台提出咨询与评估的需求。', {
  requestConsultation: POST('/api/consultation', {
    hasIdempotencyKey: true,
    access: 'public',
    callsPerMinute: 10,
    body: ConsultationSchema,
    example: {
      companyName: '示例集团',
      contactName: '陈工',
      phone: '010-12345678',
      email: 'cio@example.com',
      requirements: '为客服中心选择可私有化部署的智能体平台。',
    },
    reply: messageOnly,
    message: MESSAGES.consultationSent,
    failureMessage: MESSAGES.requestFailed,
    summary: '提交免费选型咨询',
  }),
  requestEvaluation: POST('/api/evaluation-service-request', {
    hasIdempotencyKey: true,
    access: 'public',
    callsPerMinute: 10,
    body: EvaluationServiceRequestSchema,
    reply: messageOnly,
    message: MESSAGES.evaluationServiceSent,
    failureMessage: FAILURES.requestEvaluation,
    summary: '申请专业评估服务',
  }),
})

export const leadCalls = groupCalls('线索', '咨询与评估申请的跟进：状态、负责人、备注与时限。', {
  list: GET('/api/leads', {
    access: 'leads:read',
    query: LeadQuerySchema,
    reply: paged(LeadRecordSchema, { counts: LeadCountsSchema, owners: z.array(UserReferenceSchema) }),
    summary: '列出线索',
    description: sentences(
      '按提交时间排列，新的在前，`order=asc` 时旧的在前。',
      '线索不会删除；带 `updatedSince` 或 `cursor` 时按改动列出。',
      '`counts` 为其余筛选条件下各状态与超时的数量，`owners` 为可以负责线索的用户。',
      '没有查看联系方式权限的角色，联系人、电话与邮箱为空，文本中的号码与邮箱会隐去。',
    ),
  }),
  export: GET('/api/leads/export', {
    access: 'leads:read',
    query: LeadExportQuerySchema,
    reply: file(...TABLE_TYPES),
    summary: '导出线索',
    description: sentences('筛选条件与列表相同，不限条数。', '需要查看联系方式的权限；每次导出都会留下记录。'),
  }),
  get: GET('/api/leads/:id', {
    access: 'leads:read',
    params: LeadParamsSchema,
    reply: LeadRecordSchema,
    summary: '读取一条线索',
  }),
  getAuthorship: GET('/api/leads/:id/authorship', {
    access: 'leads:read',
    params: LeadParamsSchema,
    reply: AuthorshipSchema,
    summary: '读取一条线索最近由谁、何时保存',
  }),
  update: PATCH('/api/leads/:id', {
    access: 'leads:write',
    params: LeadParamsSchema,
    body: LeadChangeSchema,
    failures: ['versionConflict'],
    reply: LeadRecordSchema,
    message: LEAD_MESSAGES.saved,
    summary: '更新线索的状态、负责人、截止时间或备注',
    description: '未给出的保持原样；`version` 为修改所依据的版本，线索已被他人更新时返回412，什么也不保存。',
  }),
})
