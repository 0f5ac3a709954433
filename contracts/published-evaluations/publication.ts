/** Published evaluations as the back office lists, publishes and withdraws them. */
import { z } from 'zod'
import '../chinese-issues.ts'
import { EVALUATION_ANALYSIS, PUBLICATION, TEXT } from '../limits.ts'
import { pageNumber } from '../pagination.ts'
import { requiredText, searchInput, storedText } from '../stored-text.ts'
import { CATALOGUES, RECOMMENDATIONS } from '../vocabulary.ts'
import { PUBLICATION_MESSAGES as MESSAGES } from './messages.ts'
import { StatementRecordSchema } from './statement.ts'
import { PUBLICATION_STATUSES } from './statuses.ts'

const ProductReferenceSchema = z.object({ id: z.string(), name: z.string(), catalogue: z.enum(CATALOGUES) })

export const PublicationSchema = z
  .object({
    id: z.string(),
    status: z.enum(PUBLICATION_STATUSES),
    product: ProductReferenceSchema,
    recommendation: z.enum(RECOMMENDATIONS),
    score: z.int(),
    projectName: z.string(),
    reportId: z.string(),
    methodVersion: z.int(),
    isExample: z.boolean(),
    evaluatedAt: z.iso.datetime(),
    validUntil: z.iso.date(),
    publishedAt: z.iso.datetime(),
    publishedBy: z.string(),
    replacedAt: z.iso.datetime().nullable(),
    withdrawal: z.object({ at: z.iso.datetime(), by: z.string(), reason: z.string() }).nullable(),
    /** The statement that is shown, and the one awaiting moderation. */
    statement: StatementRecordSchema.nullable(),
    pendingStatement: StatementRecordSchema.nullable(),
  })
  .meta({ id: 'EvaluationPublication' })
export type Publication = z.infer<typeof PublicationSchema>

export const PublicationQuerySchema = z.object({
  search: searchInput().describe('产品或评估项目名称的一部分，不分大小写。'),
  status: z.enum(PUBLICATION_STATUSES, MESSAGES.unknownStatus).optional().describe('评估的状态。'),
  catalogue: z
    .enum(CATALOGUES, MESSAGES.unknownCatalogue)
    .optional()
    .describe('产品目录：`agent` 为智能体，`ai` 为78AI。'),
  page: pageNumber.default(1),
})
export type PublicationQuery = z.infer<typeof PublicationQuerySchema>

/** The number of entries of each status that match the other filters. */
export const PublicationCountsSchema = z.object({
  valid: z.int(),
  expired: z.int(),
  withdrawn: z.int(),
  replaced: z.int(),
})
export type PublicationCounts = z.infer<typeof PublicationCountsSchema>

/** A candidate of a finished project; `ineligibilityReason` is the reason why its result can't be published. */
const PublishableCandidateSchema = z.object({
  key: z.string(),
  name: z.string(),
  product: ProductReferenceSchema.nullable(),
  recommendation: z.enum(RECOMMENDATIONS).nullable(),
  score: z.int().nullable(),
  ineligibilityReason: z.string().nullable(),
  /** The product's currently published result. */
  published: z.object({ reportId: z.string(), score: z.int(), validUntil: z.iso.date() }).nullable(),
})
export type PublishableCandidate = z.infer<typeof PublishableCandidateSchema>

export const PublishableReportSchema = z
  .object({
    reportId: z.string(),
    projectName: z.string(),
    ownerName: z.string(),
    isExample: z.boolean(),
    methodVersion: z.int(),
    evaluatedAt: z.iso.datetime(),
    /** The last day of validity: its default and its limits. */
    validUntil: z.object({ initial: z.iso.date(), earliest: z.iso.date(), latest: z.iso.date() }),
    candidates: z.array(PublishableCandidateSchema),
  })
  .meta({ id: 'PublishableReport' })
export type PublishableReport = z.infer<typeof PublishableReportSchema>

export const PublishableProjectSchema = z.object({
  reportId: z.string(),
  projectName: z.string(),
  ownerName: z.string(),
  isExample: z.boolean(),
  finishedAt: z.iso.datetime(),
})
export type PublishableProject = z.infer<typeof PublishableProjectSchema>

/** `validUntil` is the last day; it defaults to the report's. */
export const PublishSchema = z
  .object({
    reportId: requiredText(MESSAGES.report, TEXT.word),
    candidates: z
      .array(storedText().max(TEXT.word))
      .min(1, MESSAGES.candidates)
      .max(EVALUATION_ANALYSIS.candidates)
      .describe('要发布的候选的键名。'),
    validUntil: z.iso
      .date(MESSAGES.day)
      .optional()
      .describe(`有效期的最后一天（北京时间）；不传时为定稿之日起${PUBLICATION.months}个月。`),
  })
  .meta({ id: 'EvaluationPublish' })
export type PublishInput = z.infer<typeof PublishSchema>

export const PublicationWithdrawalSchema = z.object({ reason: requiredText(MESSAGES.reason, TEXT.paragraph) })
