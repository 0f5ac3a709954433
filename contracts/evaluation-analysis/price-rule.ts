/** How prices are scored: a formula with what it needs, the ceiling and the limits of the alarm. */
import { z } from 'zod'
import { EVALUATION_ANALYSIS } from '../limits.ts'
import { ALARM_LIMITS, TRIMMED_OFFERS_MIN } from '../rules/evaluation/price-scores.ts'
import { ANALYSIS_MESSAGES as MESSAGES } from './messages.ts'

/** An amount in yuan that is offered or limits what is. */
export const priceSchema = z
  .number(MESSAGES.number)
  .min(0.01, MESSAGES.price)
  .max(EVALUATION_ANALYSIS.price, MESSAGES.priceMax(EVALUATION_ANALYSIS.price))
const score = z.number().min(0).max(100)
const pointsPerPercent = z.number().min(0).max(100)
const part = z.number().min(0).max(1)

const COMMON = {
  ceiling: priceSchema.optional().describe('最高限价，元；报价高于它的无效，不得分，也不参与计算。'),
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
  .array(z.object({ atMost: priceSchema.describe('元。'), score }))
  .min(1)
  .max(EVALUATION_ANALYSIS.priceSteps)
  .superRefine((steps, context) => {
    for (const [index, { atMost }] of steps.entries())
      if (atMost <= (steps[index - 1]?.atMost ?? 0))
        context.addIssue({ code: 'custom', path: [index, 'atMost'], message: MESSAGES.ascending })
  })

/** The rules by formula. */
export const PRICE_RULES = {
  lowest: z.object({
    ...COMMON,
    formula: z.literal('lowest').describe('低价优先：100 × 最低价 / 报价。'),
    parameters: z.object({}).optional(),
  }),
  mean: z.object({
    ...COMMON,
    formula: z.literal('mean').describe('平均价为基准，偏离扣分。'),
    parameters: DeviationSchema,
  }),
  trimmedMean: z.object({
    ...COMMON,
    formula: z
      .literal('trimmedMean')
      .describe(`有效报价不少于${TRIMMED_OFFERS_MIN}个时，去掉一个最高、一个最低后的平均价为基准。`),
    parameters: DeviationSchema,
  }),
  linear: z
    .object({
      ...COMMON,
      ceiling: priceSchema.describe('最高限价，元；得0分。'),
      formula: z.literal('linear').describe('从下限（100分）到最高限价（0分）按直线递减。'),
      parameters: z.object({ floor: priceSchema.describe('下限，元；不高于它的得100分。') }),
    })
    .refine(({ ceiling, parameters }) => parameters.floor < ceiling, {
      path: ['parameters', 'floor'],
      error: MESSAGES.floorBelowCeiling,
    }),
  steps: z.object({
    ...COMMON,
    formula: z.literal('steps').describe('按档给分，高于最后一档的得0分。'),
    parameters: z.object({ steps: StepsSchema.describe('由低到高。') }),
  }),
}

export const PriceRuleSchema = z.discriminatedUnion('formula', [
  PRICE_RULES.lowest,
  PRICE_RULES.mean,
  PRICE_RULES.trimmedMean,
  PRICE_RULES.linear,
  PRICE_RULES.steps,
])
export type PriceRule = z.infer<typeof PriceRuleSchema>
