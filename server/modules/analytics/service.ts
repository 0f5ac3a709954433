import type { Dashboard, Figure, ViewedProduct } from '#contracts/analytics/dashboard.ts'
import type { Caller } from '#contracts/permissions.ts'
import { addDays, startOfDay, startOfMonth, toDay } from '#contracts/rules/shanghai-time.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { listWholePeriods } from './date-range.ts'
import { createAnalyticsReport } from './report.ts'
import { countActiveUsers, countPendingSubmissions, countProducts } from './store.ts'
import { createVisitSums } from './visit-sums.ts'
import { createVisitCounter } from './visits/service.ts'
import { listDailyTotals, listMostViewed } from './visits/store.ts'

export type AnalyticsService = ReturnType<typeof createAnalyticsService>

const RECENT_ACTIVITY_COUNT = 10
const MOST_VIEWED_COUNT = 5

/** Creates the analytics service, which counts visits without storing personal data. */
export function createAnalyticsService(dependencies: {
  database: Database
  clock: Clock
  products: ProductService
  audit: AuditService
}) {
  const { database, clock, audit } = dependencies
  const visitSums = createVisitSums(dependencies)
  /** Counts page views from day `from` to day `to`, inclusive. */
  async function countViews(db: Queryable, from: string, to: string): Promise<number> {
    const totals = await listDailyTotals(db, from, to)
    return totals.filter(({ kind }) => kind === 'views').reduce((sum, { count }) => sum + count, 0)
  }

  const listMostViewedProducts = async (periods: readonly string[]) =>
    listMostViewed(database.read, await visitSums.sum('product', periods), MOST_VIEWED_COUNT)

  return {
    visits: createVisitCounter(dependencies),
    ...createAnalyticsReport({ ...dependencies, visitSums }),

    /**
     * Returns the dashboard: four figures compared with last month, the latest audited changes, and this month's most
     * viewed products.
     */
    async getDashboard(caller: Caller): Promise<Dashboard> {
      const today = toDay(clock.now())
      const firstDay = startOfMonth(clock.now())
      const firstDayOfLastMonth = startOfMonth(clock.now(), 1)
      const monthStartsAt = startOfDay(firstDay)
      const db = database.read
      const compareWithEndOfLastMonth = async (
        count: (db: Queryable, at?: string) => Promise<number>,
      ): Promise<Figure> => {
        const [value, lastMonth] = await Promise.all([count(db), count(db, monthStartsAt)])
        return { value, lastMonth }
      }
      const [mostViewed, products, activeUsers, pendingSubmissions, viewsThisMonth, viewsLastMonth] = await Promise.all(
        [
          listMostViewedProducts(listWholePeriods({ from: firstDay, to: today }, today)),
          compareWithEndOfLastMonth(countProducts),
          compareWithEndOfLastMonth(countActiveUsers),
          compareWithEndOfLastMonth(countPendingSubmissions),
          countViews(db, firstDay, today),
          countViews(db, firstDayOfLastMonth, addDays(firstDay, -1)),
        ],
      )
      return {
        figures: {
          products,
          activeUsers,
          pendingSubmissions,
          pageViews: { value: viewsThisMonth, lastMonth: viewsLastMonth },
        },
        recentActivity: await audit.listRecentChanges(RECENT_ACTIVITY_COUNT, caller),
        popularProducts: mostViewed.map(({ count, ...product }): ViewedProduct => ({ ...product, views: count })),
      }
    },
  }
}
