import { z } from 'zod'
import { GET, groupCalls, POST, sentences } from '../call.ts'
import { SUBMISSION_MESSAGES_MAX } from '../limits.ts'
import { idParams } from '../path-id.ts'
import { SubmissionStatusQuerySchema } from '../submissions/submission.ts'
import {
  ReviewMessageCreateSchema,
  ReviewMessageSchema,
  VendorMessageCreateSchema,
  VendorMessageSchema,
} from './message.ts'
import { SUBMISSION_MESSAGE_TEXTS as TEXTS } from './messages.ts'

const SubmissionParamsSchema = idParams('提交编号。')
const { vendor: perSubmission, vendorPerDay } = SUBMISSION_MESSAGES_MAX

export const vendorMessageCalls = groupCalls('提交的消息', '厂商凭回执与审核团队往来消息。', {
  list: POST('/api/submissions/messages/list', {
    access: 'public',
    callsPerMinute: 20,
    body: SubmissionStatusQuerySchema,
    example: { receipt: 'ZJ-20261121-7K3M9QXT', contactEmail: 'vendor@example.com' },
    failures: ['notFound'],
    reply: z.array(VendorMessageSchema),
    summary: '列出与审核团队的消息',
    description: sentences('回执号与联系邮箱须同时相符。', '旧的在前；不显示审核人员的姓名。'),
  }),
  send: POST('/api/submissions/messages', {
    hasIdempotencyKey: true,
    access: 'public',
    callsPerMinute: 10,
    body: VendorMessageCreateSchema,
    failures: ['notFound', 'conflict'],
    reply: VendorMessageSchema,
    message: TEXTS.sent,
    summary: '给审核团队发消息',
    description: `一份提交最多${perSubmission}条，一天最多${vendorPerDay}条，超过时返回409。`,
  }),
})

export const reviewMessageCalls = groupCalls('审核消息', '审核团队就提交与厂商往来消息。', {
  list: GET('/api/submissions/:id/messages', {
    access: 'submissions:read',
    params: SubmissionParamsSchema,
    reply: z.array(ReviewMessageSchema),
    summary: '列出一条提交的消息',
    description: '旧的在前；没有查看联系方式权限的角色，看不到文字中的联系方式。',
  }),
  send: POST('/api/submissions/:id/messages', {
    hasIdempotencyKey: true,
    access: 'submissions:write',
    params: SubmissionParamsSchema,
    body: ReviewMessageCreateSchema,
    failures: ['conflict'],
    reply: ReviewMessageSchema,
    message: TEXTS.sent,
    summary: '给提交的厂商发消息',
    description: sentences('厂商凭回执可以看到，并收到邮件；署名为“审核团队”。', '厂商此前的消息记为已读。'),
  }),
  markRead: POST('/api/submissions/:id/messages/read', {
    access: 'submissions:write',
    params: SubmissionParamsSchema,
    reply: z.null(),
    summary: '把厂商的消息记为已读',
    description: '已读对全体审核人员有效。',
  }),
})
