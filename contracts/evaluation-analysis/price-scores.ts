/** Request and reply of `POST /api/evaluation/price-scores`. */
import { z } from 'zod'
import { EVALUATION_ANALYSIS } from '../limits.ts'
import { ALARM_LIMITS, PRICE_ALARMS, TRIMMED_OFFERS_MIN } from '../rules/evaluation/price-scores.ts'
import { KeySchema, reportDuplicates } from './keys.ts'
import { ANALYSIS_MESSAGES as MESSAGES } from './messages.ts'

const price = z.number().positive(MESSAGES.price).max(EVALUATION_ANALYSIS.price)
const score = z.number().min(0).max(100)
const pointsPerPercent = z.number().min(0).max(100)
const part = z.number().min(0).max(1)

const OfferSchema = z.object({
  key: KeySchema,
  price: price.describe('报价，元。'),
  deduction: z.number().min(0).lt(1, MESSAGES.deduction).optional().describe('评分前扣除的比例，如 `0.2`。'),
})

const COMMON = {
  weight: z.number().positive().max(100).describe('满分时的分值。'),
  offers: z
    .array(OfferSchema)
    .min(1)
    .max(EVALUATION_ANALYSIS.offers)
    .superRefine((offers, context) =>
      reportDuplicates(
        offers.map(({ key }, index) => ({ key, path: [index, 'key'] })),
        context,
      ),
    ),
  ceiling: price.optional().describe('最高限价，元；报价高于它的无效，不得分，也不参与计算。'),
  alarms: z
    .object({
      mean: part.default(ALARM_LIMITS.mean).describe('低于平均报价的几成。'),
      secondLowest: part.default(ALARM_LIMITS.secondLowest).describe('低于次低报价的几成。'),
      ceiling: part.default(ALARM_LIMITS.ceiling).describe('低于最高限价的几成。'),
    })
    .prefault({})
    .describe('异常低价的警示线，只提示，不排除；`0` 为不提示。'),
}

const DeviationSchema = z.object({
  above: pointsPerPercent.describe('比基准每高1%扣几分。'),
  below: pointsPerPercent.describe('比基准每低1%扣几分。'),
})

/** Steps must ascend, so that each price has one score. */
const StepsSchema = z
  .array(z.object({ atMost: price.describe('元。'), score }))
  .min(1)
  .max(EVALUATION_ANALYSIS.priceSteps)
  .superRefine((steps, context) => {
    for (const [index, { atMost }] of steps.entries())
      if (atMost <= (steps[index - 1]?.atMost ?? 0))
        context.addIssue({ code: 'custom', path: [index, 'atMost'], message: MESSAGES.ascending })
  })

export const PriceScoresRequestSchema = z
  .discriminatedUnion('formula', [
    z.object({
      ...COMMON,
      formula: z.literal('lowest').describe('低价优先：100 × 最低价 / 报价。'),
      parameters: z.object({}).optional(),
    }),
    z.object({
      ...COMMON,
      formula: z.literal('mean').describe('平均价为基准，偏离扣分。'),
      parameters: DeviationSchema,
    }),
    z.object({
      ...COMMON,
      formula: z
        .literal('trimmedMean')
        .describe(`有效报价不少于${TRIMMED_OFFERS_MIN}个时，去掉一个最高、一个最低后的平均价为基准。`),
      parameters: DeviationSchema,
    }),
    z
      .object({
        ...COMMON,
        ceiling: price.describe('最高限价，元；得0分。'),
        formula: z.literal('linear').describe('从下限（100分）到最高限价（0分）按直线递减。'),
        parameters: z.object({ floor: price.describe('下限，元；不高于它的得100分。') }),
      })
      .refine(({ ceiling, parameters }) => parameters.floor < ceiling, {
        path: ['parameters', 'floor'],
        error: MESSAGES.floorBelowCeiling,
      }),
    z.object({
      ...COMMON,
      formula: z.literal('steps').describe('按档给分，高于最后一档的得0分。'),
      parameters: z.object({ steps: StepsSchema.describe('由低到高。') }),
    }),
  ])
  .meta({ id: 'EvaluationPriceScoresRequest' })
export type PriceScoresRequest = z.infer<typeof PriceScoresRequestSchema>

export const PriceScoresReplySchema = z
  .object({
    offers: z.array(
      z.object({
        key: z.string(),
        evaluated: z.number().describe('扣除之后的价格，元，用于评分。成交价仍是报价。'),
        score,
        points: z.number().describe('得分 × 分值 / 100。'),
        isValid: z.boolean().describe('不高于最高限价。'),
        alarms: z.array(z.enum(PRICE_ALARMS)).describe('报价异常低：低于平均报价、次低报价或最高限价的警示线。'),
      }),
    ),
  })
  .meta({ id: 'EvaluationPriceScores' })
export type PriceScoresReply = z.infer<typeof PriceScoresReplySchema>
