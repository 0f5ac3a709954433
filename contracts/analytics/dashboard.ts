import { z } from 'zod'
import '../chinese-issues.ts'
import { AuditEntrySchema } from '../audit/audit.ts'
import { COMPARISON, PAGE_PATH_MAX, TEXT } from '../limits.ts'
import { CATALOGUES } from '../vocabulary.ts'

const FigureSchema = z.object({
  /** The present number; of page views, those of this month. */
  value: z.int(),
  /** The number at the end of last month; of page views, those of all of last month. */
  lastMonth: z.int(),
})
export type Figure = z.infer<typeof FigureSchema>

const ViewedProductSchema = z.object({
  id: z.string(),
  catalogue: z.enum(CATALOGUES),
  name: z.string(),
  category: z.string(),
  rating: z.number().nullable(),
  /** Views this month. */
  views: z.int(),
  /** All-time views. */
  totalViews: z.int(),
})
export type ViewedProduct = z.infer<typeof ViewedProductSchema>

/** Months are in Asia/Shanghai. */
export const DashboardSchema = z.object({
  figures: z.object({
    products: FigureSchema,
    activeUsers: FigureSchema,
    pendingSubmissions: FigureSchema,
    pageViews: FigureSchema,
  }),
  recentActivity: z.array(AuditEntrySchema),
  popularProducts: z.array(ViewedProductSchema),
})
export type Dashboard = z.infer<typeof DashboardSchema>

/**
 * The body of the site's page view beacon: the path without its query, and the host of the referring site. An invalid
 * host is ignored.
 */
/** The products that a visitor compared and that haven't been counted since the page was opened. */
export const ComparisonSchema = z.object({
  products: z.array(z.string().min(1).max(TEXT.word)).min(1).max(COMPARISON.max),
})

export const PageViewSchema = z.object({
  path: z.string().min(1).max(PAGE_PATH_MAX),
  referrer: z.string().max(300).optional().catch(undefined),
})
export type PageView = z.infer<typeof PageViewSchema>
