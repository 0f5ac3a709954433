import { z } from 'zod'

/** How many products of a category are compared, and how many are shown. */
export const SIMILAR_PRODUCTS = { compared: 40, shown: 3 } as const

export const SimilarProductSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    summary: z.string().describe('标语；没有标语时为描述的开头。'),
    logoUrl: z.string(),
    isSample: z.boolean(),
    reason: z.string().describe('与原产品的异同，每项一行；没有可比的资料时，为所属的类别。'),
  })
  .meta({ id: 'SimilarProduct' })
export type SimilarProduct = z.infer<typeof SimilarProductSchema>
