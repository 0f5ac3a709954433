/** The verdict of a published evaluation, as lists of products show it. */
import { z } from 'zod'
import { RECOMMENDATIONS } from '../vocabulary.ts'

export const ProductVerdictSchema = z
  .object({
    recommendation: z.enum(RECOMMENDATIONS),
    score: z.int(),
    validUntil: z.iso.date().describe('有效期的最后一天（北京时间）。'),
    isExample: z.boolean().describe('来自示例项目：评委与评分均为虚构。'),
  })
  .meta({ id: 'ProductVerdict' })
export type ProductVerdict = z.infer<typeof ProductVerdictSchema>
