/** Lists in pages, which are counted from 1. */
import { z } from 'zod'
import './chinese-issues.ts'

/** The requested page. */
export const pageNumber = z.coerce
  .number('页码应为数字')
  .int('页码应为整数')
  .min(1, '页码应从1开始')
  .max(1_000_000)
  .meta({ description: '页码，从1开始。', examples: [1] })

/** `current` and `total` count pages, `limit` is the page size, `totalItems` the number of matches. */
export const PaginationSchema = z
  .object({
    current: z.int(),
    total: z.int(),
    limit: z.int(),
    totalItems: z.int(),
  })
  .meta({ id: 'Pagination' })
export type Pagination = z.infer<typeof PaginationSchema>
