import type { Dashboard, Figure, ViewedProduct } from '#contracts/dashboard.ts'
import { dayOf, dayStart, monthStart } from '#contracts/rules/shanghai-time.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { CatalogueService } from '#server/modules/catalogue/service.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { isBot, viewedPage } from './page-path.ts'
import { countActiveUsers, countPageView, countPending, countProducts, listMostViewed, sumPageViews } from './store.ts'

export type AnalyticsService = ReturnType<typeof createAnalyticsService>

const RECENT = 10
const POPULAR = 5

type Needs = { database: Database; clock: Clock; catalogue: CatalogueService; audit: AuditService }

/** What is counted of the site's use, without keeping anything of the people who use it. */
export function createAnalyticsService({ database, clock, catalogue, audit }: Needs) {
  return {
    /** Counts one view of a page of ours; of a product's page, for the product too. Programs' views are left out. */
    async countView(path: string, userAgent: string | undefined): Promise<void> {
      const page = viewedPage(path)
      if (!page || isBot(userAgent)) return
      const day = dayOf(clock.now())
      await database.write(async (write) => {
        if (!page.product) return countPageView(write.tx, { path: page.path, day, productId: null })
        const productId = await catalogue.countView(write, page.product.catalogue, page.product.idOrName)
        if (productId) await countPageView(write.tx, { path: page.path + productId, day, productId })
      })
    },

    /** The four figures with last month's, the newest acts, and this month's most viewed products. */
    async dashboard(): Promise<Dashboard> {
      const month = monthStart(clock.now())
      const lastMonth = monthStart(clock.now(), 1)
      const monthBegan = dayStart(month)
      const db = database.read
      const sinceThen = async (count: (db: Queryable, at?: string) => Promise<number>): Promise<Figure> => ({
        value: await count(db),
        lastMonth: await count(db, monthBegan),
      })
      return {
        figures: {
          products: await sinceThen(countProducts),
          activeUsers: await sinceThen(countActiveUsers),
          pendingSubmissions: await sinceThen(countPending),
          pageViews: { value: await sumPageViews(db, month), lastMonth: await sumPageViews(db, lastMonth, month) },
        },
        recentActivity: await audit.listNewest(RECENT),
        popularProducts: (await listMostViewed(db, month, POPULAR)).map(
          ({ recent, ...product }): ViewedProduct => ({ ...product, views: Number(recent) }),
        ),
      }
    },
  }
}
