/** What members follow: products, categories and searches of the catalogues. */
import { z } from 'zod'
import { FOLLOWS, TEXT } from '../limits.ts'
import { ProductUpdateSchema } from '../product-updates/product-update.ts'
import { storedText } from '../stored-text.ts'
import { CATALOGUES } from '../vocabulary.ts'
import { DIGEST_FREQUENCIES, FOLLOW_KINDS } from './frequencies.ts'

const catalogue = z.enum(CATALOGUES).default('agent').describe('产品目录：`agent` 为智能体，`ai` 为78AI。')

export const FollowInputSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('product'),
    catalogue,
    product: storedText().max(TEXT.line).describe('产品的编号或完整名称。'),
  }),
  z.object({
    kind: z.literal('search'),
    catalogue,
    query: storedText()
      .max(FOLLOWS.queryLength)
      .describe('产品列表页网址中的条件，如 `category=智能客服&f.sso=yes`；排序与页码不计。'),
  }),
])
export type FollowInput = z.infer<typeof FollowInputSchema>

/** What one follows, without what is new. */
export const FollowTargetSchema = z
  .object({
    id: z.string(),
    kind: z.enum(FOLLOW_KINDS).describe('只有类别一个条件的搜索，即为 `category`。'),
    catalogue: z.enum(CATALOGUES),
    productId: z.string().nullable(),
    query: z.string().nullable().describe('产品列表页网址中的条件，按固定的顺序。'),
  })
  .meta({ id: 'FollowTarget' })
export type FollowTarget = z.infer<typeof FollowTargetSchema>

const FollowSchema = FollowTargetSchema.extend({
  label: z.string().describe('产品名称，或条件的说明。'),
  path: z.string().describe('产品页或产品列表的路径。'),
  isAvailable: z.boolean().describe('为否时，产品已下线，或条件中的类别、资料已不存在。'),
  createdAt: z.iso.datetime(),
  newProducts: z.int().describe('上次查看之后有变化的产品数量。'),
  news: z
    .array(z.object({ product: z.object({ id: z.string(), name: z.string() }), updates: z.array(ProductUpdateSchema) }))
    .describe(`上次查看之后有变化的产品，最近变化的在前，最多${FOLLOWS.listedProducts}个。`),
}).meta({ id: 'Follow' })
export type Follow = z.infer<typeof FollowSchema>

export const FollowListSchema = z.object({
  items: z.array(FollowSchema),
  readAt: z.iso.datetime().describe('读取的时间；看过之后以它标记为已看。'),
  frequency: z.enum(DIGEST_FREQUENCIES),
})
export type FollowList = z.infer<typeof FollowListSchema>

export const FollowsSeenSchema = z.object({ until: z.iso.datetime().describe('列表的 `readAt`。') })
export const DigestChangeSchema = z.object({ frequency: z.enum(DIGEST_FREQUENCIES) })
