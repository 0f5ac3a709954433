import { z } from 'zod'
import { envelope, file, GET, groupCalls, messageOnly, POST, PUT, paged, sentences } from '../call.ts'
import { ExportQuerySchema } from '../export-query.ts'
import { CALLS_PER_MINUTE, DECISION_MAIL_DELAY_MS, MARKET_MAP_MIN, PUBLICATION, TEXT } from '../limits.ts'
import { storedText } from '../stored-text.ts'
import { TABLE_TYPES } from '../table.ts'
import { CATALOGUES } from '../vocabulary.ts'
import { MarketListSchema, MarketMapSchema } from './market-map.ts'
import { PUBLICATION_MESSAGES as MESSAGES } from './messages.ts'
import {
  PublicationCountsSchema,
  PublicationQuerySchema,
  PublicationSchema,
  PublicationWithdrawalSchema,
  PublishableProjectSchema,
  PublishableReportSchema,
  PublishSchema,
} from './publication.ts'
import { PublishedEvaluationSchema } from './published-evaluation.ts'
import {
  OwnStatementSchema,
  PendingStatementQuerySchema,
  PendingStatementSchema,
  StatementDecisionSchema,
  StatementInputSchema,
  StatementRecordSchema,
  StatementTextSchema,
} from './statement.ts'

const id = storedText().max(TEXT.word)
const CategoryParamsSchema = z.object({ category: storedText().max(TEXT.word).describe('产品类别。') })
const EvaluationParamsSchema = z.object({ id: id.describe('发布的评估的编号。') })
const StatementParamsSchema = z.object({ id: id.describe('厂商声明编号。') })
const ReportParamsSchema = z.object({ reportId: id.describe('报告编号。') })

/** Public calls. */
export const publishedEvaluationCalls = groupCalls('平台评估', '平台发布的评估结果与市场图。', {
  get: GET('/api/evaluation/published/:catalogue/:product', {
    access: 'public',
    params: z.object({
      catalogue: z.enum(CATALOGUES).describe('产品目录：`agent` 为智能体，`ai` 为78AI。'),
      product: z.string().describe('产品的编号或完整名称。'),
    }),
    failures: ['notFound'],
    reply: PublishedEvaluationSchema.nullable(),
    failureMessage: MESSAGES.readEvaluation,
    summary: '读取一个产品的评估结果',
    description: '没有发布的评估时 `data` 为 `null`；过期的仍可读取，`status` 为 `expired`。',
  }),
  listMaps: GET('/api/evaluation/maps', {
    access: 'public',
    reply: MarketListSchema,
    failureMessage: MESSAGES.readMap,
    summary: '列出产品类别，及各有多少有效的评估',
  }),
  getMap: GET('/api/evaluation/map/:category', {
    access: 'public',
    params: CategoryParamsSchema,
    failures: ['notFound'],
    reply: MarketMapSchema,
    failureMessage: MESSAGES.readMap,
    summary: '读取一个类别的市场图',
    description: `横轴为技术，纵轴为商业，大小为市场；只取有效的评估，不足${MARKET_MAP_MIN}个时 \`points\` 为空。`,
  }),
  exportMap: GET('/api/evaluation/map/:category/export', {
    access: 'public',
    params: CategoryParamsSchema,
    query: ExportQuerySchema,
    failures: ['notFound', 'conflict'],
    reply: file(...TABLE_TYPES),
    failureMessage: MESSAGES.readMap,
    summary: '下载市场图的数据',
    description: `不足${MARKET_MAP_MIN}个有效的评估时返回409。`,
  }),
})

/** Calls for the account of a product's vendor. */
export const vendorStatementCalls = groupCalls('厂商声明', '厂商对自己产品的评估结果提交声明。', {
  listOwn: GET('/api/evaluation/statements/:id', {
    access: 'signed-in',
    params: EvaluationParamsSchema,
    reply: z.array(OwnStatementSchema),
    summary: '列出自己对一项评估的声明',
  }),
  create: POST('/api/evaluation/statements/:id', {
    hasIdempotencyKey: true,
    access: 'signed-in',
    params: EvaluationParamsSchema,
    callsPerMinute: CALLS_PER_MINUTE.statement,
    failures: ['forbidden', 'notFound', 'conflict'],
    body: StatementInputSchema,
    example: { text: '评估之后，我们已补齐导出审计日志的功能。' },
    reply: OwnStatementSchema,
    message: MESSAGES.statementReceived,
    summary: '提交厂商声明',
    description: sentences(
      '账号邮箱须经过验证，并且是产品的联系邮箱，或账号是产品所属厂商组织的成员。',
      '审核通过后显示；此前再次提交会替换上一条。',
    ),
  }),
})

/** Calls for staff. */
export const publicationCalls = groupCalls('评估发布', '发布、撤回平台的评估结果，审核厂商声明。', {
  list: GET('/api/evaluation/publications', {
    access: 'evaluations:read',
    query: PublicationQuerySchema,
    // `pendingStatements` counts all statements awaiting moderation, regardless of the filters.
    reply: paged(PublicationSchema, { counts: PublicationCountsSchema, pendingStatements: z.int() }),
    summary: '列出发布过的评估',
    description: sentences('新的在前。', '`counts` 为其余筛选条件下各状态的数量。'),
  }),
  listProjects: GET('/api/evaluation/publishable', {
    access: 'evaluations:publish',
    reply: z.array(PublishableProjectSchema),
    summary: '列出可以发布的评估项目',
    description: '工作人员的、已定稿的项目，以及示例项目。',
  }),
  getReport: GET('/api/evaluation/publishable/:reportId', {
    access: 'evaluations:publish',
    params: ReportParamsSchema,
    failures: ['notFound'],
    reply: PublishableReportSchema,
    summary: '读取一份报告中可以发布的结果',
  }),
  publish: POST('/api/evaluation/publications', {
    access: 'evaluations:publish',
    failures: ['notFound', 'conflict'],
    body: PublishSchema,
    example: { reportId: '7dGkq0b1Rr6ZV8cXw2yT3Q', candidates: ['candidate-1'], validUntil: '2027-11-21' },
    reply: envelope({ published: z.int() }),
    summary: '把评估结果发布到产品页',
    description: sentences(
      `默认有效${PUBLICATION.months}个月，自定稿之日起，最长${PUBLICATION.monthsMax}个月。`,
      '产品此前的结果被替换，仍可在列表中查到；同一报告、同一有效期的重复发布不改变什么。',
      `给厂商的通知邮件在${DECISION_MAIL_DELAY_MS / 1000}秒后发出。`,
    ),
  }),
  withdraw: POST('/api/evaluation/publications/:id/withdrawal', {
    access: 'evaluations:publish',
    params: EvaluationParamsSchema,
    failures: ['notFound', 'conflict'],
    body: PublicationWithdrawalSchema,
    reply: messageOnly,
    message: MESSAGES.withdrawn,
    summary: '撤回发布的评估',
    description: `发布后${DECISION_MAIL_DELAY_MS / 1000}秒内撤回的，不再发出给厂商的通知邮件。`,
  }),
  saveStatement: PUT('/api/evaluation/publications/:id/statement', {
    access: 'evaluations:publish',
    params: EvaluationParamsSchema,
    failures: ['notFound', 'conflict'],
    body: z.object({ text: StatementTextSchema }),
    reply: StatementRecordSchema,
    message: MESSAGES.statementSaved,
    summary: '代厂商填写声明',
    description: '直接显示，替换此前显示的一条。',
  }),
  listStatements: GET('/api/evaluation/pending-statements', {
    access: 'evaluations:read',
    query: PendingStatementQuerySchema,
    reply: paged(PendingStatementSchema),
    summary: '列出待审核的厂商声明',
    description: sentences('先提交的在前。', '只有查看权限的角色看不到文中的联系方式。'),
  }),
  decideStatement: POST('/api/evaluation/pending-statements/:id/decision', {
    hasIdempotencyKey: true,
    access: 'evaluations:publish',
    params: StatementParamsSchema,
    failures: ['notFound', 'conflict'],
    body: StatementDecisionSchema,
    reply: StatementRecordSchema,
    summary: '通过或不通过厂商声明',
    description: sentences('不通过须写原因，厂商可以看到。', '已显示的也可以改为不通过，随即不再显示。'),
  }),
})
