import { z } from 'zod'

/** How many products of a category are looked at, and how many are shown. */
export const SIMILAR_PRODUCTS = { compared: 40, shown: 3 } as const

export const SimilarProductSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    slogan: z.string(),
    logoUrl: z.string(),
    isSample: z.boolean(),
    words: z.string().describe('与原产品相比：都有什么，另有什么，没有什么。'),
  })
  .meta({ id: 'SimilarProduct' })
export type SimilarProduct = z.infer<typeof SimilarProductSchema>
