/** The reviews that editors put into product documents, as the back office moderates them (docs/decisions/014). */
import { z } from 'zod'
import '../chinese-issues.ts'
import { RATING } from '../limits.ts'
import { outsiderText } from '../outsider-data.ts'
import { pageNumber } from '../pagination.ts'
import { searchInput } from '../stored-text.ts'
import { CATALOGUES } from '../vocabulary.ts'
import { TESTIMONIAL_MESSAGES as MESSAGES } from './messages.ts'

export const TESTIMONIAL_STATUSES = ['shown', 'hidden'] as const
export type TestimonialStatus = (typeof TESTIMONIAL_STATUSES)[number]
export const TESTIMONIAL_STATUS_LABELS: Record<TestimonialStatus, string> = { shown: '显示中', hidden: '已隐藏' }

export const TestimonialRecordSchema = z
  .object({
    /** Derived from the product and the review's content: editing a review changes its id. */
    id: z.string(),
    catalogue: z.enum(CATALOGUES),
    product: z.object({ id: z.string(), name: z.string(), isActive: z.boolean() }),
    user: outsiderText(),
    rating: z.number(),
    /** As entered: a day, or any text. */
    date: outsiderText(),
    comment: outsiderText(),
    status: z.enum(TESTIMONIAL_STATUSES),
  })
  .meta({ id: 'ReviewRecord' })
export type TestimonialRecord = z.infer<typeof TestimonialRecordSchema>

export const TestimonialQuerySchema = z.object({
  search: searchInput().describe('在产品名称、用户与评价内容中查找，不分大小写、全半角与繁简；名称与用户也认拼音。'),
  catalogue: z
    .enum(CATALOGUES, MESSAGES.unknownCatalogue)
    .optional()
    .describe('产品目录：`agent` 为智能体，`ai` 为78AI。'),
  rating: z.coerce
    .number(MESSAGES.unknownRating)
    .int(MESSAGES.unknownRating)
    .min(0, MESSAGES.unknownRating)
    .max(RATING.max, MESSAGES.unknownRating)
    .optional()
    .describe('星数，即评分的整数部分。'),
  status: z
    .enum(TESTIMONIAL_STATUSES, MESSAGES.unknownStatus)
    .optional()
    .describe('状态：`shown` 为显示中，`hidden` 为已隐藏。'),
  page: pageNumber.default(1),
})
export type TestimonialQuery = z.infer<typeof TestimonialQuerySchema>

/** The number of reviews that match the other filters, by status. */
export const TestimonialCountsSchema = z.object({ shown: z.int(), hidden: z.int() })
export type TestimonialCounts = z.infer<typeof TestimonialCountsSchema>

export const TestimonialChangeSchema = z.object({ status: z.enum(TESTIMONIAL_STATUSES, MESSAGES.unknownStatus) })
