/** Sealing proves that the questions of a test were decided before the candidates were asked, without showing them. */
import { z } from 'zod'
import { SealedQuestionSchema } from './task.ts'

export const SealSchema = z
  .object({
    hash: z.string().describe('随机数与题目规范JSON相接后的SHA-256，十六进制。'),
    sealedAt: z.iso.datetime(),
    questions: z.int().describe('密封了几道题。'),
    openedAt: z.iso.datetime().nullable().describe('随报告公开的时间。'),
    isCurrent: z.boolean().describe('现在的题目正是这次密封的，也没有随报告公开；有几次相同时为最近的一次。'),
  })
  .meta({ id: 'EvaluationSeal' })
export type Seal = z.infer<typeof SealSchema>

/** A seal as a report opens it. `nonce` is `null` if it was encrypted with a secret that the operator has lost. */
export const OpenedSealSchema = SealSchema.pick({ hash: true, sealedAt: true }).extend({
  nonce: z.string().nullable(),
  questions: z.array(SealedQuestionSchema),
})
export type OpenedSeal = z.infer<typeof OpenedSealSchema>
