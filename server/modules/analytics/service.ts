import type { Dashboard, Figure, ViewedProduct } from '#contracts/analytics/dashboard.ts'
import { dayAfter, dayOf, dayStart, monthStart } from '#contracts/rules/shanghai-time.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { wholePeriods } from './date-range.ts'
import { createAnalyticsReport } from './report.ts'
import { countActiveUsers, countPending, countProducts } from './store.ts'
import { createVisitCounting } from './visits/service.ts'
import { listDays, listMostViewed } from './visits/store.ts'

export type AnalyticsService = ReturnType<typeof createAnalyticsService>

const RECENT = 10
const POPULAR = 5

/** What is counted of the site's use, without keeping anything of the people who use it. */
export function createAnalyticsService(needs: {
  database: Database
  clock: Clock
  products: ProductService
  audit: AuditService
}) {
  const { database, clock, audit } = needs
  const viewsOf = async (db: Queryable, from: string, to: string): Promise<number> =>
    (await listDays(db, from, to)).reduce((sum, { kind, count }) => (kind === 'views' ? sum + count : sum), 0)

  return {
    visits: createVisitCounting(needs),
    ...createAnalyticsReport(needs),

    /** The four figures with last month's, the newest acts, and this month's most viewed products. */
    async dashboard(): Promise<Dashboard> {
      const today = dayOf(clock.now())
      const month = monthStart(clock.now())
      const lastMonth = monthStart(clock.now(), 1)
      const monthBegan = dayStart(month)
      const db = database.read
      const sinceThen = async (count: (db: Queryable, at?: string) => Promise<number>): Promise<Figure> => ({
        value: await count(db),
        lastMonth: await count(db, monthBegan),
      })
      const popular = await listMostViewed(db, wholePeriods({ from: month, to: today }, today), POPULAR)
      return {
        figures: {
          products: await sinceThen(countProducts),
          activeUsers: await sinceThen(countActiveUsers),
          pendingSubmissions: await sinceThen(countPending),
          pageViews: {
            value: await viewsOf(db, month, today),
            lastMonth: await viewsOf(db, lastMonth, dayAfter(month, -1)),
          },
        },
        recentActivity: await audit.listNewest(RECENT),
        popularProducts: popular.map(({ count, ...product }): ViewedProduct => ({ ...product, views: count })),
      }
    },
  }
}
