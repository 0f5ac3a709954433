/** Request and reply of `POST /api/evaluation/price-scores`. */
import { z } from 'zod'
import { EVALUATION_ANALYSIS } from '../limits.ts'
import { PRICE_ALARMS } from '../rules/evaluation/price-scores.ts'
import { KeySchema, reportDuplicates } from './keys.ts'
import { ANALYSIS_MESSAGES as MESSAGES } from './messages.ts'
import { PRICE_RULES, priceSchema } from './price-rule.ts'

export const deductionSchema = z.number().min(0).lt(1, MESSAGES.deduction)

const SCORED = {
  weight: z.number().positive().max(100).describe('满分时的分值。'),
  offers: z
    .array(
      z.object({
        key: KeySchema,
        price: priceSchema.describe('报价，元。'),
        deduction: deductionSchema.optional().describe('评分前扣除的比例，如 `0.2`。'),
      }),
    )
    .min(1)
    .max(EVALUATION_ANALYSIS.offers)
    .superRefine((offers, context) =>
      reportDuplicates(
        offers.map(({ key }, index) => ({ key, path: [index, 'key'] })),
        context,
      ),
    ),
}

export const PriceScoresRequestSchema = z
  .discriminatedUnion('formula', [
    PRICE_RULES.lowest.extend(SCORED),
    PRICE_RULES.mean.extend(SCORED),
    PRICE_RULES.trimmedMean.extend(SCORED),
    PRICE_RULES.linear.safeExtend(SCORED),
    PRICE_RULES.steps.extend(SCORED),
  ])
  .meta({ id: 'EvaluationPriceScoresRequest' })
export type PriceScoresRequest = z.infer<typeof PriceScoresRequestSchema>

export const PriceScoresReplySchema = z
  .object({
    offers: z.array(
      z.object({
        key: z.string(),
        evaluated: z.number().describe('扣除之后的价格，元，用于评分。成交价仍是报价。'),
        score: z.number().min(0).max(100),
        points: z.number().describe('得分 × 分值 / 100。'),
        isValid: z.boolean().describe('不高于最高限价。'),
        alarms: z.array(z.enum(PRICE_ALARMS)).describe('报价异常低：低于平均报价、次低报价或最高限价的警示线。'),
      }),
    ),
  })
  .meta({ id: 'EvaluationPriceScores' })
export type PriceScoresReply = z.infer<typeof PriceScoresReplySchema>
