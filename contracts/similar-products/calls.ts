import { z } from 'zod'
import { GET, groupCalls } from '../call.ts'
import { CATALOGUES } from '../vocabulary.ts'
import { ALTERNATIVES, AlternativesQuerySchema, AlternativesSchema } from './alternatives.ts'
import { SIMILAR_PRODUCTS, SimilarProductSchema } from './similar-product.ts'

export const similarProductCalls = groupCalls('相近产品', '按类别与资料找出与一个产品相近的产品。', {
  list: GET('/api/product-similar/:id', {
    access: 'public',
    params: z.object({ id: z.string().describe('产品的编号或完整名称。') }),
    query: z.object({
      catalogue: z.enum(CATALOGUES).default('agent').describe('产品目录：`agent` 为智能体，`ai` 为78AI。'),
    }),
    failures: ['notFound'],
    reply: z.array(SimilarProductSchema),
    summary: '列出相近的产品',
    description: `同一类别中评分在前的${SIMILAR_PRODUCTS.compared}个产品里，资料最相近的${SIMILAR_PRODUCTS.shown}个；未知的资料不算作不同。`,
  }),
  listAlternatives: GET('/api/product-alternatives/:id', {
    access: 'public',
    params: z.object({ id: z.string().describe('产品的编号或完整名称。') }),
    query: AlternativesQuerySchema,
    failures: ['notFound'],
    reply: AlternativesSchema,
    summary: '列出可替代一个产品的产品，各有什么不同',
    description: `同一类别中符合条件、评分在前的${ALTERNATIVES.compared}个产品里，资料最相近的${ALTERNATIVES.shown}个；未知的资料不算作有，也不算作没有。`,
  }),
})
