/** What is told of a product to those who follow it, by feed or by mail. */
import { z } from 'zod'
import { UPDATE_KINDS } from './update-kinds.ts'

/** How many changed facts of one save are named; the rest is counted. */
export const NAMED_FACTS = 5

export const ProductUpdateSchema = z
  .object({
    /** Unique among the updates of the product, and permanent. */
    id: z.string(),
    kind: z.enum(UPDATE_KINDS),
    at: z.iso.datetime(),
    text: z.string().describe('变化的内容，如“SSO：不支持 → 支持”。'),
  })
  .meta({ id: 'ProductUpdate' })
export type ProductUpdate = z.infer<typeof ProductUpdateSchema>
