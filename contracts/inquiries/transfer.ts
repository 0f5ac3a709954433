/** Taking what vendors have handed in into an evaluation project: answers as evidence, prices as offers. */
import { z } from 'zod'
import { KeySchema } from '../evaluation-analysis/keys.ts'
import { INQUIRIES, TEXT } from '../limits.ts'

const amount = z.number().describe('元。')

/** What could be taken into a project, and what is there already. */
export const TransferPlanSchema = z
  .object({
    project: z.object({ id: z.string(), name: z.string() }),
    version: z.int().describe('项目的版本，取入时须相同。'),
    canTakeAnswers: z.boolean().describe('项目还没有定稿。'),
    canTakeOffers: z.boolean().describe('项目有由报价计算得分的准则，并且还没有进入复议。'),
    candidates: z.array(z.object({ key: z.string(), name: z.string(), price: amount.nullable() })),
    entries: z.array(
      z.object({
        invitation: z.string(),
        candidate: z.string().nullable().describe('同一产品或同名的候选；没有为 `null`。'),
        answers: z.int(),
        offer: z.object({ price: amount, threeYears: amount.nullable() }).nullable(),
        isTaken: z.boolean().describe('已经取入过，再次取入时替换。'),
      }),
    ),
  })
  .meta({ id: 'InquiryTransferPlan' })
export type TransferPlan = z.infer<typeof TransferPlanSchema>

export const TransferSchema = z
  .object({
    project: z.string().max(TEXT.word),
    version: z.int().min(1),
    entries: z
      .array(
        z.object({
          invitation: z.string().max(TEXT.word),
          candidate: KeySchema,
          takesOffer: z.boolean(),
          overwrites: z.boolean().describe('替换候选已有的报价。'),
        }),
      )
      .min(1)
      .max(INQUIRIES.invitations),
  })
  .meta({ id: 'InquiryTransfer' })
export type Transfer = z.infer<typeof TransferSchema>
