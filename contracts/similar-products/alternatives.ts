import { z } from 'zod'
import { FacetChoicesSchema, FacetSchema, VerifiedSchema } from '../products/facets.ts'
import { CATALOGUES } from '../vocabulary.ts'
import { SimilarProductSchema } from './similar-product.ts'

/** How many products of a category are compared, and how many are listed. */
export const ALTERNATIVES = { compared: 40, shown: 12 } as const

export const AlternativesQuerySchema = z.object({
  catalogue: z.enum(CATALOGUES).default('agent').describe('产品目录：`agent` 为智能体，`ai` 为78AI。'),
  f: FacetChoicesSchema,
  verified: VerifiedSchema,
})
export type AlternativesQuery = z.infer<typeof AlternativesQuerySchema>

const features = z.array(z.string())

/** How another product differs from one, by the facts that are known. */
const DifferencesSchema = z
  .object({
    shared: features.describe('两者都有的。'),
    gained: features.describe('对方有，而本产品已知没有的。'),
    missing: features.describe('本产品有，而对方已知没有的。'),
    unknownThere: features.describe('本产品有，而对方有没有尚属未知的。'),
    unknownHere: features.describe('对方有，而本产品有没有尚属未知的。'),
  })
  .meta({ id: 'ProductDifferences' })
export type ProductDifferences = z.infer<typeof DifferencesSchema>

export const AlternativesSchema = z
  .object({
    product: z.object({ id: z.string(), name: z.string(), category: z.string() }),
    items: z.array(SimilarProductSchema.omit({ reason: true }).extend({ differences: DifferencesSchema })),
    total: z.int().describe('同一类别中符合条件的其他产品数量。'),
    facets: z.array(FacetSchema).describe('同一类别的产品可按资料筛选的属性与取值。'),
  })
  .meta({ id: 'Alternatives' })
export type Alternatives = z.infer<typeof AlternativesSchema>
