import {
  type Analytics,
  type AnalyticsExportQuery,
  type AnalyticsQuery,
  DEVICES,
  type GrowingFigure,
} from '#contracts/analytics/analytics.ts'
import { endOfDay, startOfDay, toDay } from '#contracts/rules/shanghai-time.ts'
import { LEAD_STATUSES, RECOMMENDATIONS, SUBMISSION_STATUSES } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import type { TableFile } from '#server/platform/tables/table.ts'
import { writeTable } from '#server/platform/tables/write-table.ts'
import { type DateRange, type Days, dateRange, listPeriods, listWholePeriods } from './date-range.ts'
import { ANALYTICS_COLUMNS, analyticsRows } from './export-rows.ts'
import { countActiveUsers, countLeads, countProducts, countReports, countSubmissions } from './store.ts'
import type { VisitSums } from './visit-sums.ts'
import { listByName, listCategories, listDays, listMostViewed } from './visits/store.ts'
import { takeHighest } from './visits/take-highest.ts'

const TOP_COUNT = 10
const CATEGORIES_MAX = 50

type Dependencies = { database: Database; clock: Clock; audit: AuditService; visitSums: VisitSums }

/** Creates the analytics report: figures over a range of days, added up from daily and monthly sums. */
export function createAnalyticsReport({ database, clock, audit, visitSums }: Dependencies) {
  /** Returns the figures of a range. Throws `invalid` for an invalid range. */
  async function analytics(query: AnalyticsQuery): Promise<Analytics> {
    const today = toDay(clock.now())
    const range = dateRange(query, today)
    const { from, to, before, step } = range
    const db = database.read
    const periods = listWholePeriods(range, today)
    const countBefore = async (count: (db: Queryable, at: string) => Promise<number>) =>
      toGrowth(...(await Promise.all([count(db, endOfDay(to)), count(db, startOfDay(from))])))
    const [visits, previousVisits, requests, previousRequests, products, activeUsers] = await Promise.all([
      loadVisits(db, range),
      loadVisits(db, before),
      countRequests(db, range),
      countRequests(db, before),
      countBefore(countProducts),
      countBefore(countActiveUsers),
    ])
    const [pages, mostViewed, referrers, devices, categories] = await Promise.all([
      listByName(db, 'page', periods, TOP_COUNT),
      visitSums.sum('product', periods).then((views) => listMostViewed(db, views, TOP_COUNT)),
      visitSums.sum('referrer', periods).then((counts) => takeHighest(counts, TOP_COUNT)),
      listByName(db, 'device', periods, TOP_COUNT),
      listCategories(db, periods, CATEGORIES_MAX),
    ])
    return {
      from,
      to,
      before,
      step,
      totals: {
        views: toGrowth(sum(visits.views), sum(previousVisits.views)),
        visitors: toGrowth(sum(visits.visitors), sum(previousVisits.visitors)),
        submissions: toGrowth(sumCounts(requests.submissions), sumCounts(previousRequests.submissions)),
        leads: toGrowth(sumCounts(requests.leads), sumCounts(previousRequests.leads)),
        reports: toGrowth(sumCounts(requests.reports), sumCounts(previousRequests.reports)),
        products,
        activeUsers,
      },
      series: buildSeries(range, visits),
      pages,
      products: mostViewed.map(({ id, catalogue, name, category, count }) => ({
        id,
        catalogue,
        name,
        category,
        count,
      })),
      referrers,
      devices: countEach(DEVICES, devices),
      categories,
      ...requests,
    }
  }

  return {
    analytics,

    /** Returns the same figures as a file. The export is audited. */
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

const toGrowth = (value: number, before: number): GrowingFigure => ({
  value,
  before,
  growth: before === 0 ? null : (value - before) / before,
})

type ByDay = Map<string, number>

async function loadVisits(db: Queryable, { from, to }: Days): Promise<{ views: ByDay; visitors: ByDay }> {
  const visits = { views: new Map<string, number>(), visitors: new Map<string, number>() }
  for (const { kind, period, count } of await listDays(db, from, to))
    if (kind === 'views' || kind === 'visitors') visits[kind].set(period, count)
  return visits
}

async function countRequests(db: Queryable, { from, to }: Days) {
  const span = { from: startOfDay(from), before: endOfDay(to) }
  const [submissions, leads, reports] = await Promise.all([
    countSubmissions(db, span),
    countLeads(db, span),
    countReports(db, span),
  ])
  return {
    submissions: countEach(SUBMISSION_STATUSES, submissions),
    leads: countEach(LEAD_STATUSES, leads),
    reports: countEach(RECOMMENDATIONS, reports),
  }
}

/** Returns the count of every name in the order of the list; 0 for names without one. */
const countEach = <Name extends string>(
  names: readonly Name[],
  counted: readonly { name: string; count: number }[],
): { name: Name; count: number }[] =>
  names.map((name) => ({ name, count: Number(counted.find((item) => item.name === name)?.count ?? 0) }))

const sum = (byDay: ByDay): number => [...byDay.values()].reduce((sum, count) => sum + count, 0)
const sumCounts = (counted: readonly { count: number }[]): number => counted.reduce((sum, { count }) => sum + count, 0)

function buildSeries(range: DateRange, { views, visitors }: { views: ByDay; visitors: ByDay }): Analytics['series'] {
  const bucket = new Map(listPeriods(range).map((period) => [period, { period, views: 0, visitors: 0 }]))
  const getPeriod = (day: string) => (range.step === 'day' ? day : day.slice(0, 7))
  for (const [day, count] of views) add(bucket.get(getPeriod(day)), 'views', count)
  for (const [day, count] of visitors) add(bucket.get(getPeriod(day)), 'visitors', count)
  return [...bucket.values()]
}

function add(entry: Analytics['series'][number] | undefined, key: 'views' | 'visitors', count: number): void {
  if (entry) entry[key] += count
}
