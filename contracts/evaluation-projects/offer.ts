/** What a candidate costs: the price that is offered, and what it consists of. Amounts are in yuan. */
import { z } from 'zod'
import { KeySchema, reportDuplicates } from '../evaluation-analysis/keys.ts'
import { priceSchema } from '../evaluation-analysis/price-rule.ts'
import { deductionSchema } from '../evaluation-analysis/price-scores.ts'
import { text } from '../fields.ts'
import { AGENTS, EVALUATION_ANALYSIS, OFFERS, TEXT } from '../limits.ts'
import { calculateTaskPrice, calculateThreeYearCost } from '../rules/evaluation/three-year-cost.ts'
import { EQUALITY_TOLERANCE } from '../rules/score.ts'
import { requiredText } from '../stored-text.ts'
import { PROJECT_MESSAGES as MESSAGES } from './messages.ts'

const amount = z.number(MESSAGES.amount).min(0, MESSAGES.amount).max(EVALUATION_ANALYSIS.price)

const tokens = z.number(MESSAGES.amount).min(0, MESSAGES.amount).max(AGENTS.tokens)

const OfferLineSchema = z.object({
  title: requiredText(MESSAGES.offerLine, TEXT.line),
  unitPrice: amount.describe('单价，元。'),
  quantity: amount.describe('数量。'),
  isYearly: z.boolean().default(false).describe('每年一次；否则只付一次。'),
  usage: z
    .object({
      run: z.object({ id: z.string().max(TEXT.word), title: z.string().max(TEXT.line) }).describe('用量取自哪次运行。'),
      trials: z.int().min(1).describe('说了用量的试次。'),
      input: tokens.describe('平均每题的输入Token。'),
      output: tokens.describe('平均每题的输出Token。'),
      inputPrice: amount.describe('每百万输入Token的价格，元。'),
      outputPrice: amount.describe('每百万输出Token的价格，元。'),
    })
    .optional()
    .describe('按实测用量算出单价的明细：单价为每题的费用，数量为每年的题数。'),
})
export type OfferLine = z.infer<typeof OfferLineSchema>

/** One offer a candidate. Without lines, its cost over three years is unknown. */
const ProjectOfferSchema = z.object({
  candidate: KeySchema,
  price: priceSchema.describe('报价，元。'),
  deduction: z
    .object({ rate: deductionSchema.describe('评分前扣除的比例。'), reason: requiredText(MESSAGES.reason, TEXT.line) })
    .nullable()
    .default(null),
  lines: z.array(OfferLineSchema).max(OFFERS.lines).default([]),
  note: text(TEXT.paragraph),
})
export type ProjectOffer = z.infer<typeof ProjectOfferSchema>

export const ProjectOffersSchema = z
  .array(ProjectOfferSchema)
  .max(EVALUATION_ANALYSIS.candidates)
  .superRefine((offers, context) =>
    reportDuplicates(
      offers.map(({ candidate }, index) => ({ key: candidate, path: [index, 'candidate'] })),
      context,
    ),
  )

/**
 * The complete list. A cost of nothing over three years is refused, as a price of nothing is: by `lowest`, it would leave 0
 * for all others.
 */
export const OffersSaveSchema = z.object({
  offers: ProjectOffersSchema.superRefine((offers, context) => {
    for (const [index, { lines }] of offers.entries()) {
      if (calculateThreeYearCost(lines) === 0)
        context.addIssue({ code: 'custom', path: [index, 'lines'], message: MESSAGES.noCost })
      for (const [position, { unitPrice, usage }] of lines.entries())
        if (usage && Math.abs(unitPrice - calculateTaskPrice(usage)) > EQUALITY_TOLERANCE)
          context.addIssue({
            code: 'custom',
            path: [index, 'lines', position, 'unitPrice'],
            message: MESSAGES.usagePrice,
          })
    }
  }),
})
