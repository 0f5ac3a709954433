import { z } from 'zod'
import { BULK_DECISION_MESSAGES } from '../bulk-decision-messages.ts'
import { BulkDecisionResultSchema } from '../bulk-decisions.ts'
import { DELETE, envelope, file, GET, groupCalls, messageOnly, POST, PUT, paged, sentences } from '../call.ts'
import { BULK_DECISIONS_MAX, CALLS_PER_MINUTE, TEXT } from '../limits.ts'
import { PaginationSchema } from '../pagination.ts'
import { storedText } from '../stored-text.ts'
import { CATALOGUES } from '../vocabulary.ts'
import { MEMBER_REVIEW_MESSAGES as MESSAGES } from './messages.ts'
import {
  BulkReviewDecisionSchema,
  ModeratedReviewSchema,
  ModerationCountsSchema,
  ModerationQuerySchema,
  ReviewDecisionSchema,
} from './moderation.ts'
import {
  HelpfulSchema,
  OwnReviewSchema,
  ReplyInputSchema,
  ReviewCreateSchema,
  ReviewerEligibilitySchema,
  ReviewListQuerySchema,
  ReviewListSchema,
  ReviewReceivedSchema,
  ReviewStatisticsSchema,
  ReviewUpdateSchema,
  UploadedProofSchema,
} from './review.ts'

const ProductParamsSchema = z.object({
  catalogue: z.enum(CATALOGUES).describe('产品目录：`agent` 为智能体，`ai` 为78AI。'),
  id: z.string().describe('产品的编号或完整名称。'),
})
const reviewId = storedText().max(TEXT.word).describe('评价编号。')
const ReviewParamsSchema = z.object({ id: reviewId })
const PublishedReviewParamsSchema = ProductParamsSchema.extend({ review: reviewId })

const EXAMPLE = {
  ratings: { ability: 4, usability: 5, integration: 3, service: 4, value: 4 },
  pros: '知识库问答有出处，业务人员两天就能上手。',
  cons: '与老系统对接要自己写接口，文档不够细。',
  advice: '先用一个部门试点，把知识整理好再推广。',
  role: 'it-lead',
  industry: 'manufacturing',
  companySize: 'to-5000',
  deployment: '私有化部署',
  monthsOfUse: 8,
  affiliation: 'none',
  isAnonymous: true,
}

export const memberReviewCalls = groupCalls(
  '用户评价',
  '会员对产品的评价：逐条审核后展示，评分按公开的规则加权。评价人对读者匿名，证明不公开。',
  {
    list: GET('/api/products/:catalogue/:id/reviews', {
      access: 'public',
      params: ProductParamsSchema,
      query: ReviewListQuerySchema,
      failures: ['notFound'],
      reply: envelope({ data: ReviewListSchema, pagination: PaginationSchema }),
      failureMessage: MESSAGES.listFailed,
      summary: '读取一个产品的评价与评分',
      description: '`summary` 概括全部已展示的评价，不随页码变化；计入评分的不足5条时 `rating` 为 `null`。',
    }),
    create: POST('/api/products/:catalogue/:id/reviews', {
      access: 'signed-in',
      status: 202,
      callsPerMinute: CALLS_PER_MINUTE.review,
      params: ProductParamsSchema,
      body: ReviewCreateSchema,
      example: EXAMPLE,
      failures: ['forbidden', 'notFound', 'conflict'],
      reply: ReviewReceivedSchema,
      message: MESSAGES.received,
      failureMessage: MESSAGES.changeFailed,
      summary: '评价一个产品',
      description: sentences('需要邮箱已验证的会员。', '每人每个产品一条，审核通过后展示；厂商人员须说明利益关系。'),
    }),
    getReviewerEligibility: GET('/api/products/:catalogue/:id/reviews/mine', {
      access: 'signed-in',
      params: ProductParamsSchema,
      failures: ['notFound'],
      reply: ReviewerEligibilitySchema,
      failureMessage: MESSAGES.listFailed,
      summary: '读取自己对一个产品的评价与可用的操作',
    }),
    markHelpful: PUT('/api/products/:catalogue/:id/reviews/:review/helpful', {
      access: 'signed-in',
      params: PublishedReviewParamsSchema,
      body: HelpfulSchema,
      failures: ['forbidden', 'notFound', 'conflict'],
      reply: z.object({ helpful: z.int() }),
      failureMessage: MESSAGES.helpfulFailed,
      summary: '标记一条评价有帮助，或取消',
    }),
    reply: PUT('/api/products/:catalogue/:id/reviews/:review/reply', {
      access: 'signed-in',
      callsPerMinute: CALLS_PER_MINUTE.review,
      params: PublishedReviewParamsSchema,
      body: ReplyInputSchema,
      failures: ['forbidden', 'notFound', 'conflict'],
      reply: messageOnly,
      message: MESSAGES.replied,
      failureMessage: MESSAGES.replyFailed,
      summary: '以厂商身份回复一条评价',
      description: sentences('只限邮箱已验证，并且是产品的联系邮箱或其厂商组织成员的账号。', '每条评价只能回复一次。'),
    }),
    getStatistics: GET('/api/review-statistics', {
      access: 'public',
      reply: ReviewStatisticsSchema,
      failureMessage: MESSAGES.listFailed,
      summary: '读取全部评价的分布与权重',
    }),
  },
)

export const ownReviewCalls = groupCalls('我的评价', '会员查看、修改与撤回自己的评价，上传使用证明。', {
  list: GET('/api/my-reviews', {
    access: 'signed-in',
    reply: z.array(OwnReviewSchema),
    failureMessage: MESSAGES.listFailed,
    summary: '列出自己的评价',
  }),
  update: PUT('/api/my-reviews/:id', {
    access: 'signed-in',
    status: 202,
    callsPerMinute: CALLS_PER_MINUTE.review,
    params: ReviewParamsSchema,
    body: ReviewUpdateSchema,
    failures: ['forbidden', 'notFound', 'versionConflict'],
    reply: ReviewReceivedSchema,
    message: MESSAGES.changeReceived,
    failureMessage: MESSAGES.changeFailed,
    summary: '修改或重新提交自己的评价',
    description: '修改重新审核，通过之前展示的仍是原来的内容。',
  }),
  withdraw: DELETE('/api/my-reviews/:id', {
    access: 'signed-in',
    params: ReviewParamsSchema,
    failures: ['notFound'],
    reply: messageOnly,
    message: MESSAGES.withdrawn,
    failureMessage: MESSAGES.withdrawFailed,
    summary: '撤回自己的评价',
  }),
  uploadProof: POST('/api/my-reviews/proofs', {
    access: 'signed-in',
    callsPerMinute: CALLS_PER_MINUTE.evidence,
    file: { field: 'file', description: '一份证明，如使用界面截图，或遮住其他内容的合同页。' },
    failures: ['forbidden', 'conflict'],
    reply: UploadedProofSchema,
    message: MESSAGES.proofReceived,
    failureMessage: MESSAGES.proofFailed,
    summary: '上传使用证明',
    description: sentences('返回的 `key` 随评价提交；一天内未提交的会被删除。', '证明只有审核人员能看到。'),
  }),
})

export const reviewModerationCalls = groupCalls('评价审核', '审核会员的评价，查看证明，代厂商登记回复。', {
  list: GET('/api/member-reviews', {
    access: 'reviews:read',
    query: ModerationQuerySchema,
    reply: paged(ModeratedReviewSchema, { counts: ModerationCountsSchema }),
    failureMessage: MESSAGES.listFailed,
    summary: '列出会员的评价',
    description: sentences(
      '待审核的在前，其中先提交的在前；其余新的在前。',
      '`counts` 为其余筛选条件下各状态的数量。',
      '没有查看联系方式权限的角色看不到评价人。',
    ),
  }),
  get: GET('/api/member-reviews/:id', {
    access: 'reviews:read',
    params: ReviewParamsSchema,
    failures: ['notFound'],
    reply: ModeratedReviewSchema,
    failureMessage: MESSAGES.listFailed,
    summary: '读取一条会员评价',
  }),
  decide: POST('/api/member-reviews/:id/decision', {
    hasIdempotencyKey: true,
    access: 'reviews:write',
    params: ReviewParamsSchema,
    body: ReviewDecisionSchema,
    failures: ['notFound', 'conflict', 'versionConflict'],
    reply: ModeratedReviewSchema,
    failureMessage: MESSAGES.decisionFailed,
    summary: '通过或不通过一条评价',
    description: sentences('结果邮件30秒后发出，其间改判则不发。', '`version` 不是最新时返回412，不作任何改动。'),
  }),
  decideMany: POST('/api/member-reviews/bulk-decision', {
    hasIdempotencyKey: true,
    access: 'reviews:write',
    body: BulkReviewDecisionSchema,
    reply: BulkDecisionResultSchema,
    failureMessage: BULK_DECISION_MESSAGES.failed,
    summary: '批量通过或不通过评价',
    description: sentences(
      `一次最多${BULK_DECISIONS_MAX}条待审核的评价，逐条审核，与单独审核相同；返回每一条的结果与未完成的原因。`,
      '附有证明、评价人疑似与厂商有关、同一网络地址另有评价、公开文字含联系方式的，不会批量通过，`outcome` 为 `individual`。',
      '带着同一 `Idempotency-Key` 重复请求时逐条重来：已审核的仍返回 `decided`，不会审核两次。',
    ),
  }),
  downloadProof: GET('/api/member-reviews/:id/proof', {
    access: 'reviews:write',
    params: ReviewParamsSchema,
    reply: file('application/octet-stream'),
    summary: '查看使用证明',
    description: '每次查看都会留下记录。',
  }),
  reply: PUT('/api/member-reviews/:id/reply', {
    access: 'reviews:write',
    params: ReviewParamsSchema,
    body: ReplyInputSchema,
    failures: ['notFound', 'conflict'],
    reply: ModeratedReviewSchema,
    message: MESSAGES.replied,
    failureMessage: MESSAGES.replyFailed,
    summary: '代厂商登记回复',
  }),
  removeReply: DELETE('/api/member-reviews/:id/reply', {
    access: 'reviews:write',
    params: ReviewParamsSchema,
    failures: ['notFound', 'conflict'],
    reply: ModeratedReviewSchema,
    message: MESSAGES.replyRemoved,
    failureMessage: MESSAGES.replyFailed,
    summary: '删除厂商回复',
  }),
})
