import { z } from 'zod'
import { ThresholdsSchema, WeightsSchema } from '../documents/evaluation.ts'
import { SCORE } from '../limits.ts'
import { requiredText } from '../stored-text.ts'
import { RECOMMENDATIONS } from '../vocabulary.ts'
import { EVALUATION_MESSAGES as MESSAGES } from './messages.ts'

const score = (name: string) =>
  z.int(`${name}${MESSAGES.score}`).min(SCORE.min, `${name}不能小于0`).max(SCORE.max, `${name}不能大于100`)

export const ScoresSchema = z
  .object({
    techScore: score('技术得分'),
    businessScore: score('商业得分'),
    marketScore: score('市场得分'),
  })
  .meta({ id: 'Scores' })

export const EvaluationResultSchema = z.object({
  score: z.int(),
  recommendation: z.enum(RECOMMENDATIONS),
})
export type EvaluationResult = z.infer<typeof EvaluationResultSchema>

export const ReportRequestSchema = ScoresSchema.extend({
  productName: requiredText(MESSAGES.productName),
  // Existing clients send the result that they show.
  score: z.unknown().optional().describe('不起作用，由服务器重新计算。'),
  recommendation: z.unknown().optional().describe('不起作用，由服务器重新计算。'),
}).meta({ id: 'ReportRequest' })
export type ReportRequest = z.infer<typeof ReportRequestSchema>

/** A stored report: the scores, the weights and thresholds used, and the time of creation. */
export const ReportSchema = ReportRequestSchema.extend({
  reportId: z.string(),
  ...EvaluationResultSchema.shape,
  weights: WeightsSchema,
  thresholds: ThresholdsSchema,
  createdAt: z.iso.datetime(),
  disclaimer: z.literal(MESSAGES.selfAssessed),
}).meta({ id: 'Report' })
export type Report = z.infer<typeof ReportSchema>
