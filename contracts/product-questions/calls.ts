import { z } from 'zod'
import { BULK_DECISION_MESSAGES } from '../bulk-decision-messages.ts'
import { BulkDecisionResultSchema } from '../bulk-decisions.ts'
import { DELETE, GET, groupCalls, messageOnly, POST, PUT, paged, sentences } from '../call.ts'
import { BULK_DECISIONS_MAX, CALLS_PER_MINUTE, PRODUCT_QUESTIONS } from '../limits.ts'
import { idParams, pathId } from '../path-id.ts'
import { CATALOGUES } from '../vocabulary.ts'
import { QUESTION_MESSAGES as MESSAGES } from './messages.ts'
import {
  BulkPostDecisionSchema,
  ModeratedPostSchema,
  OwnPostSchema,
  PostCountsSchema,
  PostDecisionSchema,
  PostInputSchema,
  PostModerationQuerySchema,
  PostUpdateSchema,
  PublicQuestionSchema,
  QuestionListQuerySchema,
} from './post.ts'

const ProductParamsSchema = z.object({
  catalogue: z.enum(CATALOGUES).describe('产品目录：`agent` 为智能体，`ai` 为78AI。'),
  id: z.string().describe('产品的编号或完整名称。'),
})
const PostParamsSchema = idParams('提问或回答的编号。')

export const productQuestionCalls = groupCalls(
  '产品问答',
  '会员就产品提问，厂商与会员回答；逐条审核后展示，不显示姓名。',
  {
    list: GET('/api/products/:catalogue/:id/questions', {
      access: 'public',
      params: ProductParamsSchema,
      query: QuestionListQuerySchema,
      failures: ['notFound'],
      reply: paged(PublicQuestionSchema),
      failureMessage: MESSAGES.listFailed,
      summary: '列出一个产品的问答',
      description: '新的提问在前；厂商的回答在会员的回答之前。',
    }),
    ask: POST('/api/products/:catalogue/:id/questions', {
      access: 'signed-in',
      hasIdempotencyKey: true,
      status: 202,
      callsPerMinute: CALLS_PER_MINUTE.review,
      params: ProductParamsSchema,
      body: PostInputSchema,
      example: { text: '私有化部署时，模型可以只用自己的吗？' },
      failures: ['forbidden', 'notFound'],
      reply: OwnPostSchema,
      message: MESSAGES.questionReceived,
      failureMessage: MESSAGES.sendFailed,
      summary: '就一个产品提问',
      description: sentences('需要邮箱已验证的会员。', `24小时内最多${PRODUCT_QUESTIONS.perMember}条提问与回答。`),
    }),
    answer: POST('/api/products/:catalogue/:id/questions/:question/answers', {
      access: 'signed-in',
      hasIdempotencyKey: true,
      status: 202,
      callsPerMinute: CALLS_PER_MINUTE.review,
      params: ProductParamsSchema.extend({ question: pathId('提问的编号。') }),
      body: PostInputSchema,
      example: { text: '可以，在设置中只填自己的模型地址即可。' },
      failures: ['forbidden', 'notFound'],
      reply: OwnPostSchema,
      message: MESSAGES.answerReceived,
      failureMessage: MESSAGES.sendFailed,
      summary: '回答一个提问',
      description: '能代表该产品厂商的账号，其回答标为厂商的回答。',
    }),
  },
)

export const ownQuestionCalls = groupCalls('我的问答', '会员查看、修改与删除自己的提问和回答。', {
  list: GET('/api/my-questions', {
    access: 'signed-in',
    reply: z.array(OwnPostSchema),
    failureMessage: MESSAGES.listFailed,
    summary: '列出自己的提问与回答',
  }),
  update: PUT('/api/my-questions/:id', {
    access: 'signed-in',
    status: 202,
    callsPerMinute: CALLS_PER_MINUTE.review,
    params: PostParamsSchema,
    body: PostUpdateSchema,
    failures: ['notFound', 'conflict', 'versionConflict'],
    reply: OwnPostSchema,
    message: MESSAGES.changeReceived,
    failureMessage: MESSAGES.sendFailed,
    summary: '修改未展示的提问或回答，重新提交审核',
  }),
  remove: DELETE('/api/my-questions/:id', {
    access: 'signed-in',
    params: PostParamsSchema,
    failures: ['notFound', 'conflict'],
    reply: messageOnly,
    message: MESSAGES.removed,
    failureMessage: MESSAGES.removeFailed,
    summary: '删除自己的提问或回答',
    description: '已有他人回答的提问不能删除。',
  }),
})

export const questionModerationCalls = groupCalls('问答审核', '审核会员与厂商的提问和回答。', {
  list: GET('/api/product-questions', {
    access: 'reviews:read',
    query: PostModerationQuerySchema,
    reply: paged(ModeratedPostSchema, { counts: PostCountsSchema }),
    failureMessage: MESSAGES.listFailed,
    summary: '列出提问与回答',
    description: '待审核的在前，其中先提交的在前；其余新的在前。没有查看联系方式权限的角色看不到作者。',
  }),
  get: GET('/api/product-questions/:id', {
    access: 'reviews:read',
    params: PostParamsSchema,
    failures: ['notFound'],
    reply: ModeratedPostSchema,
    failureMessage: MESSAGES.listFailed,
    summary: '读取一条提问或回答',
  }),
  decide: POST('/api/product-questions/:id/decision', {
    hasIdempotencyKey: true,
    access: 'reviews:write',
    params: PostParamsSchema,
    body: PostDecisionSchema,
    failures: ['notFound', 'conflict', 'versionConflict'],
    reply: ModeratedPostSchema,
    failureMessage: MESSAGES.decisionFailed,
    summary: '通过或不通过一条提问或回答',
    description: sentences('结果邮件30秒后发出，其间改判则不发。', '`version` 不是最新时返回412，不作任何改动。'),
  }),
  decideMany: POST('/api/product-questions/bulk-decision', {
    hasIdempotencyKey: true,
    access: 'reviews:write',
    body: BulkPostDecisionSchema,
    reply: BulkDecisionResultSchema,
    failureMessage: BULK_DECISION_MESSAGES.failed,
    summary: '批量通过或不通过提问与回答',
    description: sentences(
      `一次最多${BULK_DECISIONS_MAX}条待审核的问答，逐条审核，与单独审核相同；返回每一条的结果与未完成的原因。`,
      '内容含联系方式的不会批量通过，`outcome` 为 `individual`。',
      '带着同一 `Idempotency-Key` 重复请求时逐条重来：已审核的仍返回 `decided`，不会审核两次。',
    ),
  }),
})
