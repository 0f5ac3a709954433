/** Questions about products, and their answers: both are posts, which are moderated one by one. */
import { z } from 'zod'
import { AbuseReportsSchema } from '../abuse-reports/abuse-report.ts'
import { AssignmentSchema, assigneeFilter } from '../assignments/assignment.ts'
import { BulkItemsSchema } from '../bulk-decisions.ts'
import { UserReferenceSchema } from '../identity/user-reference.ts'
import { PRODUCT_QUESTIONS, TEXT } from '../limits.ts'
import { outsiderText, personalData, publicContactsFlag } from '../outsider-data.ts'
import { pageNumber } from '../pagination.ts'
import { queryFlag } from '../query-flag.ts'
import { requiredText, searchInput, storedText } from '../stored-text.ts'
import { CATALOGUES } from '../vocabulary.ts'
import { QUESTION_MESSAGES as MESSAGES } from './messages.ts'
import { POST_KINDS, POST_STATUSES } from './statuses.ts'

const { textMin, textMax } = PRODUCT_QUESTIONS

export const PostInputSchema = z.object({
  text: requiredText(MESSAGES.text, textMax).min(textMin, MESSAGES.tooShort(textMin)),
})
export const PostUpdateSchema = PostInputSchema.extend({ version: z.int(MESSAGES.version) })

const AnswerSchema = z.object({
  id: z.string(),
  text: z.string(),
  isVendor: z.boolean().describe('由该产品的厂商回答。'),
  publishedAt: z.iso.datetime(),
})

/** A published question with its published answers, the vendor's first; authors aren't named. */
export const PublicQuestionSchema = z
  .object({ id: z.string(), text: z.string(), publishedAt: z.iso.datetime(), answers: z.array(AnswerSchema) })
  .meta({ id: 'ProductQuestion' })
export type PublicQuestion = z.infer<typeof PublicQuestionSchema>

export const QuestionListQuerySchema = z.object({ page: pageNumber.default(1) })

const product = z.object({
  id: z.string(),
  catalogue: z.enum(CATALOGUES),
  name: z.string(),
  isActive: z.boolean(),
})

/** A post as its author sees it. */
export const OwnPostSchema = z
  .object({
    id: z.string(),
    kind: z.enum(POST_KINDS),
    product,
    /** The text of the question that an answer is about. */
    question: z.string().nullable(),
    text: z.string(),
    status: z.enum(POST_STATUSES),
    reason: z.string().describe('未通过的原因。'),
    submittedAt: z.iso.datetime(),
    version: z.int(),
  })
  .meta({ id: 'OwnProductPost' })
export type OwnPost = z.infer<typeof OwnPostSchema>

/** A post as moderators see it. */
export const ModeratedPostSchema = OwnPostSchema.extend({
  question: outsiderText(z.string().nullable()),
  text: outsiderText(),
  reason: outsiderText(),
  isVendor: z.boolean(),
  /** `null` if the account was deleted, and for readers without permission to view contact data. */
  author: personalData(z.object({ name: z.string(), email: z.string() }).nullable()),
  assignment: AssignmentSchema,
  reports: AbuseReportsSchema,
  decidedAt: z.iso.datetime().nullable(),
  decidedBy: UserReferenceSchema.nullable(),
}).meta({ id: 'ModeratedProductPost' })
export type ModeratedPost = z.infer<typeof ModeratedPostSchema>

export const PostModerationQuerySchema = z.object({
  search: searchInput().describe('在产品名称、内容、作者的姓名与邮箱中查找；看不到联系方式的角色只查产品名称。'),
  catalogue: z
    .enum(CATALOGUES, MESSAGES.unknownCatalogue)
    .optional()
    .describe('产品目录：`agent` 为智能体，`ai` 为78AI。'),
  status: z
    .enum(POST_STATUSES, MESSAGES.unknownStatus)
    .optional()
    .describe('状态：`pending` 为待审核，`published` 为已展示，`rejected` 为未通过。'),
  assignee: assigneeFilter,
  late: queryFlag('`true` 时只列出过了截止时间、仍待审核的问答。'),
  reported: queryFlag('`true` 时只列出被会员举报、尚未处理的问答。'),
  page: pageNumber.default(1),
})
export type PostModerationQuery = z.infer<typeof PostModerationQuerySchema>

/** The number of posts that match the other filters, by status. */
export const PostCountsSchema = z.object({ pending: z.int(), published: z.int(), rejected: z.int() })
export type PostCounts = z.infer<typeof PostCountsSchema>

const decidedFields = {
  status: z.enum(['published', 'rejected'], MESSAGES.unknownStatus),
  /** Addressed to the author, who also gets it by mail. */
  reason: storedText().trim().max(TEXT.paragraph).default(''),
}
const hasReason = ({ status, reason }: { status: string; reason: string }) => status !== 'rejected' || reason !== ''
const REASON_ISSUE = { error: MESSAGES.reason, path: ['reason'] }

export const PostDecisionSchema = z
  .object({ version: z.int(MESSAGES.version), ...decidedFields, confirmed: publicContactsFlag })
  .refine(hasReason, REASON_ISSUE)
  .meta({ id: 'ProductPostDecision' })
export type PostDecision = z.infer<typeof PostDecisionSchema>

/** One decision on many posts. Those whose text has contact data aren't published. */
export const BulkPostDecisionSchema = z
  .object({ items: BulkItemsSchema, ...decidedFields })
  .refine(hasReason, REASON_ISSUE)
  .meta({ id: 'BulkProductPostDecision' })
export type BulkPostDecision = z.infer<typeof BulkPostDecisionSchema>
