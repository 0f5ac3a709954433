/** Submissions as the back office reads and reviews them. */
import { z } from 'zod'
import { AssignmentSchema, assigneeFilter } from '../assignments/assignment.ts'
import { BulkItemsSchema } from '../bulk-decisions.ts'
import '../chinese-issues.ts'
import { ExportQuerySchema } from '../export-query.ts'
import { SubmittedFactRecordSchema } from '../facts/fact.ts'
import { UserReferenceSchema } from '../identity/user-reference.ts'
import { LIST, SUBMISSIONS_PER_PAGE, TEXT } from '../limits.ts'
import { changesQuery } from '../mirror.ts'
import { outsiderText, personalData, publicContactsFlag } from '../outsider-data.ts'
import { pageNumber, pageSize } from '../pagination.ts'
import { queryFlag } from '../query-flag.ts'
import { requiredName, requiredText, searchInput, storedText } from '../stored-text.ts'
import { SUBMISSION_REVIEW_MESSAGES as MESSAGES, SUBMISSION_MESSAGES } from '../submissions/messages.ts'
import { ReturnReasonSchema, ReturnReasonsSchema } from '../submissions/return-reasons.ts'
import { SUBMISSION_STATUSES } from '../submissions/statuses.ts'
import { UPDATABLE_FIELDS } from '../vendors/updatable-fields.ts'
import { ALL, SORT_ORDERS, SUBMISSION_CATEGORIES } from '../vocabulary.ts'
import { SUBMISSION_REVIEW_CHECKS, type SubmissionReviewCheck } from './checks.ts'

const CHECKS = Object.keys(SUBMISSION_REVIEW_CHECKS) as [SubmissionReviewCheck, ...SubmissionReviewCheck[]]

/** A file attached by a vendor; its download is requested by `id`. */
export const SubmissionFileSchema = z.object({
  id: z.string(),
  name: outsiderText(),
  size: z.int(),
  mimetype: z.string(),
  /** The caption of a screenshot, which an approval copies to the product; `null` for an attachment. */
  caption: outsiderText().nullable(),
})
export type SubmissionFile = z.infer<typeof SubmissionFileSchema>

/**
 * A submission with everything stored about it. For readers without permission to view contact data, the contact fields
 * are '', and contact data in other texts and in file names is redacted.
 */
export const SubmissionRecordSchema = z
  .object({
    _id: z.string(),
    receipt: z.string(),
    productName: outsiderText(),
    companyName: outsiderText(),
    productDescription: outsiderText(),
    targetUsers: outsiderText(),
    keyFeatures: outsiderText(),
    category: z.string(),
    deploymentType: z.string(),
    website: outsiderText(),
    additionalInfo: outsiderText(),
    contactName: personalData(z.string()),
    contactEmail: personalData(z.string()),
    contactPhone: personalData(z.string()),
    status: z.enum(SUBMISSION_STATUSES),
    /** Why it was returned: while it is, or if that was withdrawn. */
    reasons: z.array(ReturnReasonSchema),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    /** When its vendor corrected it last. */
    correctedAt: z.iso.datetime().nullable(),
    /** When it was moved to the recycle bin. */
    deletedAt: z.iso.datetime().nullable(),
    /** The promised deadline of the review; `null` once it is reviewed, and while its vendor has to correct it. */
    dueAt: z.iso.datetime().nullable(),
    assignment: AssignmentSchema,
    reviewedAt: z.iso.datetime().nullable(),
    /** `null` before the review, and after an automatic approval. */
    reviewedBy: UserReferenceSchema.nullable(),
    /** Visible to reviewers only. */
    reviewNotes: outsiderText(),
    /** Visible to the vendor, by receipt. */
    vendorNotes: outsiderText(),
    checklist: z.array(z.enum(CHECKS)),
    /** Counts reviewers' changes; a change sends the version that it is based on. */
    version: z.int(),
    /** Set if a vendor submitted it as an update of their listed product: its id, and the fields that they changed. */
    update: z.object({ productId: z.string(), changedFields: z.array(z.enum(UPDATABLE_FIELDS)) }).nullable(),
    /** The product that the approval created or updated. */
    productId: z.string().nullable(),
    /** Whether the approval updated an existing product. */
    isProductUpdated: z.boolean(),
    /** The vendor's messages that no reviewer has read. */
    unreadMessages: z.int(),
    /** Whether a mail with the decision is sent to the vendor, `DECISION_MAIL_DELAY_MS` after the decision. */
    hasDecisionMail: z.boolean(),
    facts: z.array(SubmittedFactRecordSchema),
    files: z.array(SubmissionFileSchema),
  })
  .meta({ id: 'SubmissionRecord' })
export type SubmissionRecord = z.infer<typeof SubmissionRecordSchema>

/** The filters of the list; the search supports pinyin, and `全部` or '' applies no filter. */
export const SubmissionFilterSchema = z.object({
  search: searchInput().describe(
    '在产品、公司、回执号、联系人、电话、邮箱与描述中查找，也认拼音；看不到联系方式的角色只查产品、公司与回执号。',
  ),
  category: z
    .enum(['', ALL, ...SUBMISSION_CATEGORIES], MESSAGES.categoryUnknown)
    .default('')
    .describe('分类；`全部` 或留空表示不限。'),
  status: z
    .enum(['', ALL, ...SUBMISSION_STATUSES], MESSAGES.unknownStatus)
    .default('')
    .describe('状态；`全部` 或留空表示不限。'),
  assignee: assigneeFilter,
  late: queryFlag('`true` 时只列出过了承诺的审核期限或截止时间、仍待审核的提交。'),
  unread: queryFlag('`true` 时只列出厂商有未读消息的提交。'),
})
export type SubmissionFilter = z.infer<typeof SubmissionFilterSchema>

export const SubmissionPageQuerySchema = SubmissionFilterSchema.extend({
  ...changesQuery,
  page: pageNumber.default(1),
  pageSize: pageSize(LIST.short * 2).default(SUBMISSIONS_PER_PAGE),
  order: z
    .enum(SORT_ORDERS, MESSAGES.unknownOrder)
    .default('desc')
    .describe('按提交时间：`desc` 新的在前，`asc` 旧的在前。'),
})
export type SubmissionPageQuery = z.infer<typeof SubmissionPageQuerySchema>

export const SubmissionExportQuerySchema = SubmissionFilterSchema.extend(ExportQuerySchema.shape)
export type SubmissionExportQuery = z.infer<typeof SubmissionExportQuerySchema>

/** A submission in the recycle bin. */
export const DeletedSubmissionSchema = z
  .object({
    _id: z.string(),
    receipt: z.string(),
    productName: outsiderText(),
    companyName: outsiderText(),
    status: z.enum(SUBMISSION_STATUSES),
    deletedAt: z.iso.datetime(),
    purgedAt: z.iso.datetime(),
  })
  .meta({ id: 'DeletedSubmission' })
export type DeletedSubmission = z.infer<typeof DeletedSubmissionSchema>

export const DeletedSubmissionQuerySchema = z.object({ page: pageNumber.default(1) })

/** The number of matches by status, of late ones and of those with unread messages, ignoring the filters by these. */
export const SubmissionCountsSchema = z.object({
  pending: z.int(),
  returned: z.int(),
  approved: z.int(),
  rejected: z.int(),
  late: z.int(),
  unread: z.int(),
})
export type SubmissionCounts = z.infer<typeof SubmissionCountsSchema>

const version = z.int(MESSAGES.version).describe('所依据的版本。提交已被他人更新时返回412，不作任何改动。')
const notes = storedText().trim().max(TEXT.paragraph).optional()
const reviewNotes = notes.describe('仅内部可见。未给出则保持原样。')
const vendorNotes = notes.describe('厂商凭回执可见。未给出则保持原样。')

/**
 * A decision. Absent notes stay unchanged; without a version, concurrent changes aren't detected. An approval creates a
 * product with the submitted name or with `productName`, or updates the product in `updates` if that is still at the
 * given version. Without a category it uses the proposed one, or else the submission's own.
 */
const SubmissionDecisionSchema = z
  .object({
    version: version.optional(),
    status: z.enum(['approved', 'rejected']),
    reviewNotes,
    vendorNotes,
    category: requiredText(MESSAGES.productCategory, TEXT.word)
      .optional()
      .describe('目录中的类别。未给出时由提交的分类推得，推不出则沿用提交的分类。'),
    productName: requiredName(SUBMISSION_MESSAGES.productName)
      .optional()
      .describe('新产品的名称，未给出时用提交的名称。'),
    updates: z
      .object({ id: storedText().max(TEXT.word), version: z.int() })
      .optional()
      .describe('要更新的产品及其版本，未给出时新建产品。'),
    acceptsContact: z
      .boolean()
      .optional()
      .describe('更新产品时，是否由提交的联系邮箱代表厂商；未给出或为 `false` 时产品的联系邮箱保持不变。'),
    confirmed: publicContactsFlag,
  })
  .meta({ id: 'SubmissionDecision' })
export type SubmissionDecision = z.infer<typeof SubmissionDecisionSchema>

/** Returns a submission to its vendor, who corrects it with the same receipt; meanwhile the promised time is paused. */
const SubmissionReturnSchema = z
  .object({
    version: version.optional(),
    status: z.literal('returned'),
    reasons: ReturnReasonsSchema,
    reviewNotes,
    vendorNotes,
  })
  .meta({ id: 'SubmissionReturn' })
export type SubmissionReturn = z.infer<typeof SubmissionReturnSchema>

export const SubmissionReviewSchema = z
  .discriminatedUnion('status', [SubmissionDecisionSchema, SubmissionReturnSchema], MESSAGES.unknownDecision)
  .meta({ id: 'SubmissionReview' })
export type SubmissionReview = z.infer<typeof SubmissionReviewSchema>

/** One decision on many submissions. Those with other notes for the vendor, or that need a choice, aren't decided. */
export const BulkSubmissionDecisionSchema = SubmissionDecisionSchema.pick({ vendorNotes: true })
  .extend({ status: z.enum(['approved', 'rejected'], MESSAGES.unknownBulkDecision), items: BulkItemsSchema })
  .meta({ id: 'BulkSubmissionReview' })
export type BulkSubmissionDecision = z.infer<typeof BulkSubmissionDecisionSchema>

/** Withdraws a decision. If the product has changed since, `acceptsChangedProduct` is required. */
export const DecisionWithdrawalSchema = z
  .object({
    version,
    acceptsChangedProduct: z
      .boolean()
      .default(false)
      .describe('产品在通过后被修改过时也撤销：创建的产品仍移入回收站，更新的产品保持现状。'),
  })
  .meta({ id: 'DecisionWithdrawal' })
export type DecisionWithdrawal = z.infer<typeof DecisionWithdrawalSchema>

/** A reviewer's notes, before or after the decision; absent fields stay unchanged. */
export const SubmissionNotesSchema = z
  .object({
    version,
    reviewNotes,
    vendorNotes,
    checklist: z.array(z.enum(CHECKS, MESSAGES.checklistItemUnknown)).max(CHECKS.length).optional(),
  })
  .meta({ id: 'SubmissionNotes' })
export type SubmissionNotes = z.infer<typeof SubmissionNotesSchema>
