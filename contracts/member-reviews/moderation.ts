/** Members' reviews as the back office moderates them. */
import { z } from 'zod'
import { AbuseReportsSchema } from '../abuse-reports/abuse-report.ts'
import { AssignmentSchema, assigneeFilter } from '../assignments/assignment.ts'
import { BulkItemsSchema } from '../bulk-decisions.ts'
import '../chinese-issues.ts'
import { UserReferenceSchema } from '../identity/user-reference.ts'
import { TEXT } from '../limits.ts'
import { outsiderText, personalData, publicContactsFlag } from '../outsider-data.ts'
import { pageNumber } from '../pagination.ts'
import { queryFlag } from '../query-flag.ts'
import { searchInput, storedText } from '../stored-text.ts'
import { CATALOGUES } from '../vocabulary.ts'
import { MEMBER_REVIEW_STATUSES } from './choices.ts'
import { MEMBER_REVIEW_MESSAGES as MESSAGES } from './messages.ts'
import { ProofFileSchema, ReviewContentSchema, ReviewedProductSchema, VendorReplySchema } from './review.ts'

export const ModeratedReviewSchema = z
  .object({
    id: z.string(),
    product: ReviewedProductSchema,
    status: z.enum(MEMBER_REVIEW_STATUSES),
    /** The content submitted last. */
    content: ReviewContentSchema,
    /** What readers see; `null` if nothing is published. Equals `content` unless a change is pending or rejected. */
    published: ReviewContentSchema.nullable(),
    isVerified: z.boolean(),
    isSample: z.boolean(),
    /** `null` for samples, and for readers without permission to view contact data. */
    author: personalData(
      z.object({ name: z.string(), email: z.string(), company: z.string(), isEmailVerified: z.boolean() }).nullable(),
    ),
    /** Whether the author seems to work for the vendor (`isVendorRelated`). */
    isVendorRelated: z.boolean(),
    /** Other members' reviews of the last 30 days from the same IP address. */
    sameAddress: z.int(),
    proof: ProofFileSchema.nullable(),
    reply: VendorReplySchema.nullable(),
    helpful: z.int(),
    reason: outsiderText(),
    submittedAt: z.iso.datetime(),
    assignment: AssignmentSchema,
    reports: AbuseReportsSchema,
    decidedAt: z.iso.datetime().nullable(),
    decidedBy: UserReferenceSchema.nullable(),
    version: z.int(),
  })
  .meta({ id: 'ModeratedReview' })
export type ModeratedReview = z.infer<typeof ModeratedReviewSchema>

export const ModerationQuerySchema = z.object({
  search: searchInput().describe('在产品名称、评价内容、评价人的姓名与邮箱中查找；看不到联系方式的角色只查产品名称。'),
  catalogue: z
    .enum(CATALOGUES, MESSAGES.unknownCatalogue)
    .optional()
    .describe('产品目录：`agent` 为智能体，`ai` 为78AI。'),
  status: z
    .enum(MEMBER_REVIEW_STATUSES, MESSAGES.unknownStatus)
    .optional()
    .describe('状态：`pending` 为待审核，`published` 为已展示，`rejected` 为未通过，`withdrawn` 为已撤回。'),
  assignee: assigneeFilter,
  late: queryFlag('`true` 时只列出过了截止时间、仍待审核的评价。'),
  reported: queryFlag('`true` 时只列出被会员举报、尚未处理的评价。'),
  page: pageNumber.default(1),
})
export type ModerationQuery = z.infer<typeof ModerationQuerySchema>

/** The number of reviews that match the other filters, by status. */
export const ModerationCountsSchema = z.object({
  pending: z.int(),
  published: z.int(),
  rejected: z.int(),
  withdrawn: z.int(),
})
export type ModerationCounts = z.infer<typeof ModerationCountsSchema>

const decidedStatus = z.enum(['published', 'rejected'], MESSAGES.unknownStatus)
/** Addressed to the author, who also gets it by mail. */
const decisionReason = storedText().trim().max(TEXT.paragraph).default('')

/**
 * A moderator's decision on the text at `version`. With `unpublishesEarlierText`, the rejection of a change also removes
 * the earlier text from the site.
 */
export const ReviewDecisionSchema = z
  .object({
    version: z.int(MESSAGES.version),
    status: decidedStatus,
    reason: decisionReason,
    /** Whether the moderator has checked the proof, and it shows that the author uses the product. */
    isVerified: z.boolean().default(false),
    unpublishesEarlierText: z.boolean().default(false).describe('不通过修改时，是否连同已展示的旧内容一并下架。'),
    confirmed: publicContactsFlag,
  })
  .superRefine(({ status, reason, isVerified }, context) => {
    if (status === 'rejected' && reason === '')
      context.addIssue({ code: 'custom', path: ['reason'], message: MESSAGES.reason })
    if (status === 'rejected' && isVerified)
      context.addIssue({ code: 'custom', path: ['isVerified'], message: MESSAGES.verifiedNeedsShown })
  })
  .meta({ id: 'MemberReviewDecision' })
export type ReviewDecision = z.infer<typeof ReviewDecisionSchema>

/** One decision on many reviews. Those that need a check, such as of a proof, aren't published. */
export const BulkReviewDecisionSchema = z
  .object({ items: BulkItemsSchema, status: decidedStatus, reason: decisionReason })
  .refine(({ status, reason }) => status !== 'rejected' || reason !== '', { error: MESSAGES.reason, path: ['reason'] })
  .meta({ id: 'BulkMemberReviewDecision' })
export type BulkReviewDecision = z.infer<typeof BulkReviewDecisionSchema>
