/** Lists in pages, which are counted from 1. */
import { z } from 'zod'
import './chinese-issues.ts'

/** The requested page. */
export const pageNumber = z.coerce
  .number('页码应为数字')
  .int('页码应为整数')
  .min(1, '页码应从1开始')
  .max(1_000_000, '页码过大')
  .meta({ description: '页码，从1开始。', examples: [1] })

/** The requested number of items per page, at most `max`. */
export const pageSize = (max: number) =>
  z.coerce
    .number('每页数量应为数字')
    .int('每页数量应为整数')
    .min(1, '每页至少1项')
    .max(max, `每页最多${max}项`)
    .meta({ description: '每页项数。' })

/** `current` and `total` count pages, `limit` is the page size, `totalItems` the number of matches. */
export const PaginationSchema = z
  .object({
    current: z.int(),
    total: z.int(),
    limit: z.int(),
    totalItems: z.int(),
    nextCursor: z.string().optional().describe('按改动列出时，下一页的游标。'),
  })
  .meta({ id: 'Pagination' })
export type Pagination = z.infer<typeof PaginationSchema>

/** Returns the pagination of a list from the current page, the page size and the number of matches. */
export const toPagination = (current: number, limit: number, totalItems: number): Pagination => ({
  current,
  total: Math.ceil(totalItems / limit),
  limit,
  totalItems,
})
