/** What a candidate costs: the price that is offered, and what it consists of. Amounts are in yuan. */
import { z } from 'zod'
import { KeySchema, reportDuplicates } from '../evaluation-analysis/keys.ts'
import { priceSchema } from '../evaluation-analysis/price-rule.ts'
import { deductionSchema } from '../evaluation-analysis/price-scores.ts'
import { text } from '../fields.ts'
import { EVALUATION_ANALYSIS, OFFERS, TEXT } from '../limits.ts'
import { calculateThreeYearCost } from '../rules/evaluation/three-year-cost.ts'
import { requiredText } from '../stored-text.ts'
import { PROJECT_MESSAGES as MESSAGES } from './messages.ts'

const amount = z.number(MESSAGES.amount).min(0, MESSAGES.amount).max(EVALUATION_ANALYSIS.price)

const OfferLineSchema = z.object({
  title: requiredText(MESSAGES.offerLine, TEXT.line),
  unitPrice: amount.describe('单价，元。'),
  quantity: amount.describe('数量。'),
  isYearly: z.boolean().default(false).describe('每年一次；否则只付一次。'),
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
    for (const [index, { lines }] of offers.entries())
      if (calculateThreeYearCost(lines) === 0)
        context.addIssue({ code: 'custom', path: [index, 'lines'], message: MESSAGES.noCost })
  }),
})
