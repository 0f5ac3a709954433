import {
  type Analytics,
  type AnalyticsExportQuery,
  type AnalyticsQuery,
  DEVICES,
  type GrowingFigure,
} from '#contracts/analytics/analytics.ts'
import { dayEnd, dayOf, dayStart } from '#contracts/rules/shanghai-time.ts'
import { LEAD_STATUSES, RECOMMENDATIONS, SUBMISSION_STATUSES } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import type { TableFile } from '#server/platform/tables/table.ts'
import { writeTable } from '#server/platform/tables/write-table.ts'
import { type DateRange, type Days, dateRange, periodsOf, wholePeriods } from './date-range.ts'
import { ANALYTICS_COLUMNS, analyticsRows } from './export-rows.ts'
import { countActiveUsers, countLeads, countProducts, countReports, countSubmissions } from './store.ts'
import { listByName, listCategories, listDays, listMostViewed } from './visits/store.ts'

const TOP = 10
const CATEGORIES_MAX = 50

type AnalyticsReportNeeds = { database: Database; clock: Clock; audit: AuditService }

/** The figures of a range of days, added up from sums by day and month. */
export function createAnalyticsReport({ database, clock, audit }: AnalyticsReportNeeds) {
  /** Throws `invalid` for a range that is none. */
  async function analytics(query: AnalyticsQuery): Promise<Analytics> {
    const today = dayOf(clock.now())
    const range = dateRange(query, today)
    const { from, to, before, step } = range
    const db = database.read
    const periods = wholePeriods(range, today)
    const [visits, earlier] = [await visitsIn(db, range), await visitsIn(db, before)]
    const [requests, earlierRequests] = [await requestsIn(db, range), await requestsIn(db, before)]
    const standing = async (count: (db: Queryable, at: string) => Promise<number>) =>
      growing(await count(db, dayEnd(to)), await count(db, dayStart(from)))
    return {
      ...{ from, to, before, step },
      totals: {
        views: growing(sumOf(visits.views), sumOf(earlier.views)),
        visitors: growing(sumOf(visits.visitors), sumOf(earlier.visitors)),
        submissions: growing(countIn(requests.submissions), countIn(earlierRequests.submissions)),
        leads: growing(countIn(requests.leads), countIn(earlierRequests.leads)),
        reports: growing(countIn(requests.reports), countIn(earlierRequests.reports)),
        products: await standing(countProducts),
        activeUsers: await standing(countActiveUsers),
      },
      series: seriesOf(range, visits),
      pages: await listByName(db, 'page', periods, TOP),
      products: (await listMostViewed(db, periods, TOP)).map(({ id, catalogue, name, category, count }) => ({
        ...{ id, catalogue, name, category, count },
      })),
      referrers: await listByName(db, 'referrer', periods, TOP),
      devices: everyName(DEVICES, await listByName(db, 'device', periods, TOP)),
      categories: await listCategories(db, periods, CATEGORIES_MAX),
      ...requests,
    }
  }

  return {
    analytics,

    /** The same figures as a file; that it was taken is kept. */
    async exportAnalytics(
      { format, ...query }: AnalyticsExportQuery,
      actor: Actor,
    ): Promise<TableFile & { name: string }> {
      const figures = await analytics(query)
      const name = `数据分析-${figures.from}-${figures.to}`
      await database.write((write) =>
        audit.record(write, {
          actor,
          action: 'data.export',
          target: '数据分析',
          detail: `${figures.from} 至 ${figures.to}`,
        }),
      )
      return { ...(await writeTable(format, ANALYTICS_COLUMNS, analyticsRows(figures))), name }
    },
  }
}

const growing = (value: number, before: number): GrowingFigure => ({
  ...{ value, before },
  growth: before === 0 ? null : (value - before) / before,
})

type ByDay = Map<string, number>

async function visitsIn(db: Queryable, { from, to }: Days): Promise<{ views: ByDay; visitors: ByDay }> {
  const visits = { views: new Map<string, number>(), visitors: new Map<string, number>() }
  for (const { kind, period, count } of await listDays(db, from, to))
    if (kind === 'views' || kind === 'visitors') visits[kind].set(period, count)
  return visits
}

async function requestsIn(db: Queryable, { from, to }: Days) {
  const span = { from: dayStart(from), before: dayEnd(to) }
  return {
    submissions: everyName(SUBMISSION_STATUSES, await countSubmissions(db, span)),
    leads: everyName(LEAD_STATUSES, await countLeads(db, span)),
    reports: everyName(RECOMMENDATIONS, await countReports(db, span)),
  }
}

/** Every name of a closed list in its order, also those that nothing was counted for. */
const everyName = <Name extends string>(
  names: readonly Name[],
  counted: readonly { name: string; count: number }[],
): { name: Name; count: number }[] =>
  names.map((name) => ({ name, count: Number(counted.find((each) => each.name === name)?.count ?? 0) }))

const sumOf = (byDay: ByDay): number => [...byDay.values()].reduce((sum, count) => sum + count, 0)
const countIn = (counted: readonly { count: number }[]): number => counted.reduce((sum, { count }) => sum + count, 0)

function seriesOf(range: DateRange, { views, visitors }: { views: ByDay; visitors: ByDay }): Analytics['series'] {
  const bucket = new Map(periodsOf(range).map((period) => [period, { period, views: 0, visitors: 0 }]))
  const periodOf = (day: string) => (range.step === 'day' ? day : day.slice(0, 7))
  for (const [day, count] of views) add(bucket.get(periodOf(day)), 'views', count)
  for (const [day, count] of visitors) add(bucket.get(periodOf(day)), 'visitors', count)
  return [...bucket.values()]
}

function add(entry: Analytics['series'][number] | undefined, what: 'views' | 'visitors', count: number): void {
  if (entry) entry[what] += count
}
