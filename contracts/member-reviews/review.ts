/** Members' reviews as they are written and read. Their moderation is in `moderation.ts`. */

import { z } from 'zod'
import { toNfkc } from '../rules/normalize-text.ts'
import '../chinese-issues.ts'
import { MEMBER_REVIEWS, TEXT } from '../limits.ts'
import { outsiderText } from '../outsider-data.ts'
import { type Pagination, pageNumber } from '../pagination.ts'
import { requiredText, storedText } from '../stored-text.ts'
import { CATALOGUES, DEPLOYMENT_TYPES } from '../vocabulary.ts'
import {
  AFFILIATIONS,
  COMPANY_SIZES,
  MEMBER_REVIEW_STATUSES,
  REPLY_AUTHORS,
  REVIEWER_INDUSTRIES,
  REVIEWER_ROLES,
} from './choices.ts'
import { MEMBER_REVIEW_MESSAGES as MESSAGES } from './messages.ts'
import { REVIEW_SORTS } from './sorts.ts'

const rating = z.int(MESSAGES.rating).min(1, MESSAGES.rating).max(5, MESSAGES.rating)
const ReviewRatingsSchema = z.object({
  ability: rating,
  usability: rating,
  integration: rating,
  service: rating,
  value: rating,
})

const blankToNull = (value: unknown): unknown => (value === '' || value === undefined ? null : value)
/** One of a list, or `null`, for which a form sends ''. */
const optionalChoice = <const Value extends string>(values: readonly [Value, ...Value[]]) =>
  z.preprocess(blankToNull, z.enum(values, MESSAGES.unknownChoice).nullable()).default(null)

/** A form sends a number as text, perhaps in full-width digits, and '' for none. */
const toNumber = (value: unknown): unknown => {
  const number = blankToNull(value)
  if (typeof number !== 'string') return number
  const digits = toNfkc(number).trim()
  return /^\d+$/.test(digits) ? Number(digits) : number
}

const opinion = (missing: string) =>
  outsiderText(
    requiredText(missing, TEXT.paragraph).refine(
      (text) => [...text].length >= MEMBER_REVIEWS.textMin,
      MESSAGES.tooShort(MEMBER_REVIEWS.textMin),
    ),
  )

/** What a member writes. Only the parts in `OPTIONAL_REVIEW_PARTS`, and the declarations after them, are optional. */
export const ReviewContentSchema = z.object({
  ratings: ReviewRatingsSchema,
  pros: opinion(MESSAGES.pros),
  cons: opinion(MESSAGES.cons),
  advice: outsiderText(storedText().trim().max(TEXT.paragraph)).default(''),
  role: optionalChoice(REVIEWER_ROLES),
  industry: optionalChoice(REVIEWER_INDUSTRIES),
  companySize: optionalChoice(COMPANY_SIZES),
  deployment: optionalChoice(DEPLOYMENT_TYPES),
  monthsOfUse: z
    .preprocess(
      toNumber,
      z
        .int(MESSAGES.monthsOfUse)
        .min(0, MESSAGES.monthsOfUse)
        .max(MEMBER_REVIEWS.monthsMax, `不能超过${MEMBER_REVIEWS.monthsMax}个月`)
        .nullable(),
    )
    .default(null),
  affiliation: z.enum(AFFILIATIONS, MESSAGES.unknownChoice).default('none').describe('与厂商的利益关系。'),
  isAnonymous: z.boolean().default(true).describe('对读者匿名；平台始终知道评价人。'),
})
export type ReviewContent = z.infer<typeof ReviewContentSchema>
/** The same as form values. */
export type ReviewFields = z.input<typeof ReviewContentSchema>

/** `proof` is the key of an uploaded file; `null` removes the previous one, absent keeps it. */
export const ReviewCreateSchema = ReviewContentSchema.extend({
  proof: storedText().max(TEXT.word).nullable().optional().describe('已上传证明的 `key`。'),
}).meta({ id: 'MemberReviewInput' })
export type ReviewCreate = z.infer<typeof ReviewCreateSchema>

const version = z.int(MESSAGES.version).describe('修改所依据的版本。')
export const ReviewUpdateSchema = ReviewCreateSchema.extend({ version })
export type ReviewUpdate = z.infer<typeof ReviewUpdateSchema>

/** The reply to a submitted review. */
export const ReviewReceivedSchema = z.object({
  id: z.string(),
  status: z.literal('pending'),
  version: z.int(),
})
export type ReviewReceived = z.infer<typeof ReviewReceivedSchema>

export const VendorReplySchema = z.object({
  text: outsiderText(),
  by: z.enum(REPLY_AUTHORS),
  at: z.iso.datetime(),
})
export type VendorReply = z.infer<typeof VendorReplySchema>

/** A published review as its readers get it: nothing in it identifies the author, unless the author agreed. */
const PublicReviewSchema = ReviewContentSchema.omit({ isAnonymous: true })
  .extend({
    id: z.string(),
    /** `null` if anonymous. */
    author: z.string().nullable(),
    /** The mean of the five dimensions, rounded to 0.1. */
    rating: z.number(),
    isVerified: z.boolean(),
    isSample: z.boolean(),
    isEdited: z.boolean(),
    /** Its current weight in the product's rating, 0 to 1 in steps of 0.01; 0 if it doesn't count. */
    weight: z.number(),
    helpful: z.int(),
    reply: VendorReplySchema.nullable(),
    /** When the published text was submitted. */
    writtenAt: z.iso.datetime(),
  })
  .meta({ id: 'MemberReview' })
export type PublicReview = z.infer<typeof PublicReviewSchema>

const mean = z.number().nullable()
const ReviewSummarySchema = z
  .object({
    count: z.int(),
    counted: z.int(),
    rating: mean,
    distribution: z.object({ 5: z.int(), 4: z.int(), 3: z.int(), 2: z.int(), 1: z.int() }),
    dimensions: z.object({ ability: mean, usability: mean, integration: mean, service: mean, value: mean }),
  })
  .meta({ id: 'MemberReviewSummary' })

export const ReviewListSchema = z.object({ reviews: z.array(PublicReviewSchema), summary: ReviewSummarySchema })
export const ReviewListQuerySchema = z.object({
  sort: z.enum(REVIEW_SORTS, MESSAGES.unknownSort).default('helpful').describe('排序。'),
  page: pageNumber.default(1),
})
export type ReviewListQuery = z.infer<typeof ReviewListQuerySchema>

/** A page of reviews as the call returns it. */
export type ReviewPage = { data: z.infer<typeof ReviewListSchema>; pagination: Pagination }

export const ReviewedProductSchema = z.object({
  id: z.string(),
  catalogue: z.enum(CATALOGUES),
  name: z.string(),
  isActive: z.boolean(),
})

/** An uploaded proof, private to the moderators. */
export const ProofFileSchema = z.object({ name: outsiderText(), size: z.int() })
export const UploadedProofSchema = ProofFileSchema.extend({ key: z.string() })
export type UploadedProof = z.infer<typeof UploadedProofSchema>

/** A review as its author sees it. */
export const OwnReviewSchema = z
  .object({
    id: z.string(),
    product: ReviewedProductSchema,
    status: z.enum(MEMBER_REVIEW_STATUSES),
    /** The text submitted last. */
    content: ReviewContentSchema,
    /** Whether readers see a text of this review, possibly an earlier one. */
    isPublished: z.boolean(),
    /** Why it was rejected; '' otherwise. */
    reason: z.string(),
    isVerified: z.boolean(),
    proof: ProofFileSchema.nullable(),
    helpful: z.int(),
    reply: VendorReplySchema.nullable(),
    submittedAt: z.iso.datetime(),
    version: z.int(),
  })
  .meta({ id: 'OwnReview' })
export type OwnReview = z.infer<typeof OwnReviewSchema>

/** The signed-in reader's own review of a product, their helpful marks, and what they can do. */
export const ReviewerEligibilitySchema = z.object({
  review: OwnReviewSchema.nullable(),
  /** The ids of the reviews that the reader marked as helpful. */
  helpful: z.array(z.string()),
  /** Whether the reader represents the vendor. */
  isVendor: z.boolean(),
  /** Why the reader can't write: a staff account, or an unverified email address. */
  ineligibilityReason: z.enum(['staff', 'unverifiedEmail']).nullable(),
})
export type ReviewerEligibility = z.infer<typeof ReviewerEligibilitySchema>

export const HelpfulSchema = z.object({ isHelpful: z.boolean() })
export const ReplyInputSchema = z.object({ text: requiredText(MESSAGES.reply, TEXT.paragraph) })

/** Statistics of all reviews that count, for the page on rating rules. */
export const ReviewStatisticsSchema = z
  .object({
    count: z.int(),
    counted: z.int(),
    verified: z.int(),
    products: z.int(),
    ratedProducts: z.int(),
    distribution: ReviewSummarySchema.shape.distribution,
    /** How many reviews have a weight from `from` to `to`, inclusive. */
    weights: z.array(z.object({ from: z.number(), to: z.number(), count: z.int() })),
  })
  .meta({ id: 'MemberReviewStatistics' })
export type ReviewStatistics = z.infer<typeof ReviewStatisticsSchema>
