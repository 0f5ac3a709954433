import { z } from 'zod'
import { groupCalls, messageOnly, POST, sentences } from '../call.ts'
import { ABUSE_REPORTS, CALLS_PER_MINUTE } from '../limits.ts'
import { idParams } from '../path-id.ts'
import { AbuseReportInputSchema, ReportDismissalSchema } from './abuse-report.ts'
import { REPORT_MESSAGES as MESSAGES } from './messages.ts'
import { REPORTED_KINDS } from './reasons.ts'

const DismissalParamsSchema = idParams('内容的编号。').extend({
  kind: z.enum(REPORTED_KINDS, MESSAGES.unknownKind).describe('`review` 为会员评价，`post` 为提问或回答。'),
})

export const abuseReportCalls = groupCalls('举报', '会员举报违规的评价、提问与回答，审核人员核对；不公开举报人。', {
  report: POST('/api/abuse-reports', {
    access: 'signed-in',
    hasIdempotencyKey: true,
    status: 202,
    callsPerMinute: CALLS_PER_MINUTE.review,
    body: AbuseReportInputSchema,
    example: { kind: 'post', id: '1b4e28ba-2fa1-41d2-883f-0016d3cca427', reason: 'advertising', words: '' },
    failures: ['forbidden', 'notFound'],
    reply: messageOnly,
    message: MESSAGES.received,
    failureMessage: MESSAGES.sendFailed,
    summary: '举报一条已展示的评价、提问或回答',
    description: sentences(
      '同一会员对同一内容只算一次，重复举报没有影响。',
      `24小时内最多举报${ABUSE_REPORTS.perMember}条内容。`,
    ),
  }),
  dismiss: POST('/api/abuse-reports/:kind/:id/dismissal', {
    access: 'reviews:write',
    hasIdempotencyKey: true,
    params: DismissalParamsSchema,
    body: ReportDismissalSchema,
    failures: ['notFound'],
    reply: messageOnly,
    message: MESSAGES.dismissed,
    failureMessage: MESSAGES.dismissFailed,
    summary: '忽略对一条内容的举报',
    description: '内容继续展示；要下架则改判为不通过，举报随之处理完毕。',
  }),
})
