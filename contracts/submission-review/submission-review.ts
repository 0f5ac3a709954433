/** Submissions as the back office reads and reviews them (spec 3 §2.2, §2.6, §3). */
import { z } from 'zod'
import '../chinese-issues.ts'
import { AuthorSchema } from '../content/revision.ts'
import { LIST, SUBMISSIONS_PER_PAGE, TEXT } from '../limits.ts'
import { pageNumber } from '../pagination.ts'
import { storedText } from '../stored-text.ts'
import { SUBMISSION_REVIEW_MESSAGES as TEXTS } from '../submissions/messages.ts'
import { ALL, SUBMISSION_CATEGORIES, SUBMISSION_STATUSES } from '../vocabulary.ts'

/** The checklist of a review, by the stored key. */
export const SUBMISSION_REVIEW_CHECKS = {
  vendor: '厂商主体与联系方式可核实',
  website: '官网可访问，且确为该产品',
  description: '描述、目标用户与核心功能相符',
  claims: '没有夸大、无法核实或违规的表述',
  category: '分类与部署方式正确',
  unique: '与已收录的产品不重复',
} as const
export type SubmissionReviewCheck = keyof typeof SUBMISSION_REVIEW_CHECKS
const CHECKS = Object.keys(SUBMISSION_REVIEW_CHECKS) as [SubmissionReviewCheck, ...SubmissionReviewCheck[]]

/** A file that a vendor attached; `id` is what its download is asked for by. */
export const SubmissionFileSchema = z.object({
  id: z.string(),
  name: z.string(),
  size: z.int(),
  mimetype: z.string(),
})
export type SubmissionFile = z.infer<typeof SubmissionFileSchema>

/** A submission with all that is kept of it. The contact fields are '' for those who may not see contacts. */
export const SubmissionRecordSchema = z
  .object({
    _id: z.string(),
    receipt: z.string(),
    productName: z.string(),
    companyName: z.string(),
    productDescription: z.string(),
    targetUsers: z.string(),
    keyFeatures: z.string(),
    category: z.string(),
    deploymentType: z.string(),
    website: z.string(),
    additionalInfo: z.string(),
    contactName: z.string(),
    contactEmail: z.string(),
    contactPhone: z.string(),
    status: z.enum(SUBMISSION_STATUSES),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    reviewedAt: z.iso.datetime().nullable(),
    /** `null` before the review, and if the system approved by itself. */
    reviewedBy: AuthorSchema.nullable(),
    /** Visible to reviewers only. */
    reviewNotes: z.string(),
    /** Visible to the vendor, by receipt. */
    vendorNotes: z.string(),
    checklist: z.array(z.enum(CHECKS)),
    /** Counts what reviewers changed; a change names the version that it was made on. */
    version: z.int(),
    /** The product that the approval made. */
    productId: z.string().nullable(),
    files: z.array(SubmissionFileSchema),
  })
  .meta({ id: 'SubmissionRecord' })
export type SubmissionRecord = z.infer<typeof SubmissionRecordSchema>

/**
 * The filters of the list: a search in product, company and description, pinyin included; `全部` or '' filters nothing.
 */
export const SubmissionFilterSchema = z.object({
  search: storedText().trim().max(TEXT.line).default('').describe('在产品、公司与描述中查找，也认拼音。'),
  category: z
    .enum(['', ALL, ...SUBMISSION_CATEGORIES], TEXTS.categoryUnknown)
    .default('')
    .describe('分类；`全部`或留空表示不限。'),
  status: z
    .enum(['', ALL, ...SUBMISSION_STATUSES], TEXTS.statusUnknown)
    .default('')
    .describe('状态；`全部`或留空表示不限。'),
})
export type SubmissionFilter = z.infer<typeof SubmissionFilterSchema>

export const SubmissionPageQuerySchema = SubmissionFilterSchema.extend({
  page: pageNumber.default(1),
  pageSize: z.coerce
    .number('每页数量应为数字')
    .int('每页数量应为整数')
    .min(1)
    .max(LIST.short * 2)
    .default(SUBMISSIONS_PER_PAGE)
    .describe('每页项数。'),
})
export type SubmissionPageQuery = z.infer<typeof SubmissionPageQuerySchema>

/** The number of matches by status, ignoring the status filter. */
export const SubmissionCountsSchema = z.object({ pending: z.int(), approved: z.int(), rejected: z.int() })
export type SubmissionCounts = z.infer<typeof SubmissionCountsSchema>

const notes = storedText().trim().max(TEXT.paragraph).optional()

/** A verdict. Absent notes stay unchanged; without a version, concurrent changes aren't checked. */
export const SubmissionReviewSchema = z
  .object({
    version: z.int(TEXTS.version).optional(),
    status: z.enum(['approved', 'rejected'], TEXTS.verdictUnknown),
    reviewNotes: notes,
    vendorNotes: notes,
  })
  .meta({ id: 'SubmissionReview' })
export type SubmissionReview = z.infer<typeof SubmissionReviewSchema>

/** A reviewer's notes, before or after the verdict; absent fields stay unchanged. */
export const SubmissionNotesSchema = z
  .object({
    version: z.int(TEXTS.version),
    reviewNotes: notes,
    vendorNotes: notes,
    checklist: z.array(z.enum(CHECKS, TEXTS.checkUnknown)).max(CHECKS.length).optional(),
  })
  .meta({ id: 'SubmissionNotes' })
export type SubmissionNotes = z.infer<typeof SubmissionNotesSchema>
