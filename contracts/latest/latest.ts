/** The latest activity on the platform, for its home page. */
import { z } from 'zod'
import { CATALOGUES, RECOMMENDATIONS } from '../vocabulary.ts'

/** The maximum number of entries of each kind. */
export const LATEST_LIMIT = 4

const product = z.object({ id: z.string(), name: z.string(), catalogue: z.enum(CATALOGUES) })

export const LatestSchema = z
  .object({
    facts: z
      .array(
        z.object({
          product,
          updatedOn: z.iso.date().describe('资料更新或确认的日期。'),
          labels: z.array(z.string()).describe('最近一次更新了哪些属性。'),
        }),
      )
      .describe('资料最近更新或确认的产品。'),
    products: z.array(
      product.extend({
        summary: z.string().describe('标语；没有标语时为描述的开头。'),
        category: z.string(),
        addedOn: z.iso.date().describe('收录的日期。'),
      }),
    ),
    events: z
      .array(z.object({ id: z.string(), title: z.string(), date: z.string(), time: z.string(), location: z.string() }))
      .describe('将要举行的活动，早的在前。'),
    evaluations: z.array(
      z.object({
        product,
        recommendation: z.enum(RECOMMENDATIONS),
        score: z.int(),
        isExample: z.boolean().describe('来自示例项目：评委与评分均为虚构。'),
        publishedOn: z.iso.date(),
      }),
    ),
  })
  .meta({ id: 'Latest' })
export type Latest = z.infer<typeof LatestSchema>
