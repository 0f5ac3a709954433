/** What is told of a product to those who follow it, by feed or by mail. */
import { z } from 'zod'

const UPDATE_KINDS = ['listed', 'facts', 'price', 'verdict'] as const

export const UPDATE_KIND_LABELS: Record<(typeof UPDATE_KINDS)[number], string> = {
  listed: '新收录',
  facts: '资料更新',
  price: '价格变化',
  verdict: '平台评估',
}

/** How many changed facts of one save are named; the rest is counted. */
export const NAMED_FACTS = 5

const ProductUpdateSchema = z
  .object({
    /** Unique among the updates of the product, and permanent. */
    id: z.string(),
    kind: z.enum(UPDATE_KINDS),
    at: z.iso.datetime(),
    text: z.string().describe('变化的内容，如“SSO：不支持 → 支持”。'),
  })
  .meta({ id: 'ProductUpdate' })
export type ProductUpdate = z.infer<typeof ProductUpdateSchema>
