/**
 * A finished project's result on a product's page: a snapshot that changes neither with the project nor with the
 * method.
 */
import { z } from 'zod'
import { ThresholdsSchema } from '../documents/evaluation.ts'
import { SCORE } from '../limits.ts'
import { CATALOGUES, RECOMMENDATIONS } from '../vocabulary.ts'
import { PUBLIC_STATUSES } from './statuses.ts'

const points = z.number().min(SCORE.min).max(SCORE.max)
const share = z.number().min(0).max(1)

/** The interval that contains a group's score in 95 % of the draws; see `calculateGroupInterval`. */
export const ScoreIntervalSchema = z.object({ low: points, high: points })
export type ScoreInterval = z.infer<typeof ScoreIntervalSchema>

const PublishedCriterionSchema = z.object({
  key: z.string(),
  title: z.string(),
  share: share.describe('占总分的比例。'),
  score: points.nullable().describe('各评委得分（按证据等级封顶）的平均或中位数；未评分时为 `null`。'),
  lowest: points.nullable(),
  highest: points.nullable(),
  grades: z
    .array(z.object({ title: z.string(), cap: points, judges: z.int() }))
    .describe('评分所依据的证据等级，以及各有几位评委。'),
  minimum: points.nullable().describe('必备准则的最低分。'),
  isVetoed: z.boolean(),
})
export type PublishedCriterion = z.infer<typeof PublishedCriterionSchema>

const PublishedGroupSchema = z.object({
  key: z.string(),
  title: z.string(),
  share,
  score: points.nullable(),
  interval: ScoreIntervalSchema.nullable().describe('模拟中95%的结果所在的区间。'),
  criteria: z.array(PublishedCriterionSchema),
})
export type PublishedGroup = z.infer<typeof PublishedGroupSchema>

/** A project's result for one candidate. */
export const PublishedResultSchema = z.object({
  recommendation: z.enum(RECOMMENDATIONS),
  score: z.int(),
  total: points,
  coverage: share,
  judges: z.int(),
  candidates: z.int(),
  thresholds: ThresholdsSchema,
  groups: z.array(PublishedGroupSchema),
})
export type PublishedResult = z.infer<typeof PublishedResultSchema>

/** The report that the result is from: its hash, its signature and the key that signed it. */
const ReportReferenceSchema = z.object({
  id: z.string(),
  hash: z.string(),
  signature: z.string(),
  keyId: z.string(),
})
export type ReportReference = z.infer<typeof ReportReferenceSchema>

export const PublishedEvaluationSchema = z
  .object({
    id: z.string(),
    status: z.enum(PUBLIC_STATUSES),
    product: z.object({ id: z.string(), name: z.string(), catalogue: z.enum(CATALOGUES) }),
    ...PublishedResultSchema.shape,
    methodVersion: z.int(),
    evaluatedAt: z.iso.datetime(),
    publishedAt: z.iso.datetime(),
    validUntil: z.iso.date().describe('有效期的最后一天（北京时间）。'),
    isExample: z.boolean(),
    report: ReportReferenceSchema,
    statement: z.object({ text: z.string(), at: z.iso.datetime() }).nullable().describe('厂商声明，经平台审核。'),
  })
  .meta({ id: 'PublishedEvaluation' })
export type PublishedEvaluation = z.infer<typeof PublishedEvaluationSchema>
