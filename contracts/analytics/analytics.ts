/** Site usage: figures for a range of days (Asia/Shanghai) and for the preceding range. */
import { z } from 'zod'
import '../chinese-issues.ts'
import { ExportQuerySchema } from '../export-query.ts'
import { outsiderText } from '../outsider-data.ts'
import { SUBMISSION_STATUSES } from '../submissions/statuses.ts'
import { CATALOGUES, LEAD_STATUSES, RECOMMENDATIONS } from '../vocabulary.ts'
import { ANALYTICS_MESSAGES as MESSAGES } from './messages.ts'

export const ANALYTICS_RANGES = ['7d', '30d', '90d', '12m', 'custom'] as const
export type AnalyticsRange = (typeof ANALYTICS_RANGES)[number]
export const ANALYTICS_RANGE_LABELS: Record<AnalyticsRange, string> = {
  '7d': '近7天',
  '30d': '近30天',
  '90d': '近90天',
  '12m': '近12个月',
  custom: '自选',
}
/** Two years including a leap day. */
export const ANALYTICS_DAYS_MAX = 731

export const DEVICES = ['desktop', 'mobile', 'tablet'] as const
export type Device = (typeof DEVICES)[number]
export const DEVICE_LABELS: Record<Device, string> = { desktop: '电脑', mobile: '手机', tablet: '平板' }

/** The name under which referrers beyond the daily limit are counted; never a valid host. */
export const OTHER_REFERRERS = 'other'
export const getReferrerLabel = (name: string): string => (name === OTHER_REFERRERS ? '其他' : name)

export const AnalyticsQuerySchema = z.object({
  range: z
    .enum(ANALYTICS_RANGES, MESSAGES.unknownRange)
    .default('30d')
    .describe('时间范围：`7d`、`30d`、`90d`、`12m`（含当月的12个自然月），或 `custom` 并给出 `from` 与 `to`。'),
  from: z.iso.date(MESSAGES.day).optional().describe('自选范围的第一天。'),
  to: z.iso.date(MESSAGES.day).optional().describe('自选范围的最后一天；晚于今天时算到今天。'),
})
export type AnalyticsQuery = z.infer<typeof AnalyticsQuerySchema>

export const AnalyticsExportQuerySchema = AnalyticsQuerySchema.extend(ExportQuerySchema.shape)
export type AnalyticsExportQuery = z.infer<typeof AnalyticsExportQuerySchema>

/** A count in the range and in the preceding one; `growth` is a ratio (0.12), `null` if the preceding count is 0. */
const ComparedFigureSchema = z.object({ value: z.int(), before: z.int(), growth: z.number().nullable() })
export type ComparedFigure = z.infer<typeof ComparedFigureSchema>

const days = { from: z.iso.date(), to: z.iso.date() }
const countsBy = <Name extends z.ZodType>(name: Name) => z.array(z.object({ name, count: z.int() }))

export const AnalyticsSchema = z.object({
  ...days,
  /** The range that the figures are compared with: the same number of days directly before `from`. */
  before: z.object(days),
  step: z.enum(['day', 'month']),
  totals: z.object({
    views: ComparedFigureSchema,
    /**
     * The sum of daily visitors: a person who visits on two days counts twice, since visitors can't be recognized the
     * next day.
     */
    visitors: ComparedFigureSchema,
    submissions: ComparedFigureSchema,
    leads: ComparedFigureSchema,
    reports: ComparedFigureSchema,
    /** The number at the end of the range, compared with that at its start. */
    products: ComparedFigureSchema,
    activeUsers: ComparedFigureSchema,
  }),
  /** Every day or month of the range, including those without visits: `2026-11-21` or `2026-11`. */
  series: z.array(z.object({ period: z.string(), views: z.int(), visitors: z.int() })),
  /** The most viewed pages by path; a catalogue's products share one entry: `/products/*`, `/78ai/*`. */
  pages: countsBy(z.string()),
  products: z.array(
    z.object({ id: z.string(), catalogue: z.enum(CATALOGUES), name: z.string(), category: z.string(), count: z.int() }),
  ),
  /** Referring sites by host; `other` for those beyond the daily limit. */
  referrers: countsBy(outsiderText()),
  devices: countsBy(z.enum(DEVICES)),
  /** The current number of products per category, and their views in the range. */
  categories: z.array(z.object({ name: z.string(), count: z.int(), views: z.int() })),
  submissions: countsBy(z.enum(SUBMISSION_STATUSES)),
  leads: countsBy(z.enum(LEAD_STATUSES)),
  reports: countsBy(z.enum(RECOMMENDATIONS)),
})
export type Analytics = z.infer<typeof AnalyticsSchema>
