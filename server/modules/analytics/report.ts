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
import { type DateRange, type DaySpan, listPeriods, listWholePeriods, resolveDateRange } from './date-range.ts'
import { ANALYTICS_COLUMNS, toExportRows } from './export-rows.ts'
import { countActiveUsers, countLeads, countProducts, countReports, countSubmissions } from './store.ts'
import type { VisitSums } from './visit-sums.ts'
import { selectHighest } from './visits/select-highest.ts'
import { listByName, listCategories, listDays, listMostViewed } from './visits/store.ts'

const TOP_COUNT = 10
const CATEGORIES_MAX = 50

type Dependencies = { database: Database; clock: Clock; audit: AuditService; visitSums: VisitSums }

/** Creates the analytics report: figures of a range of days, added up from daily and monthly counts. */
export function createAnalyticsReport({ database, clock, audit, visitSums }: Dependencies) {
  /** Returns the figures of a range. Throws `invalid` for an invalid range. */
  async function getReport(query: AnalyticsQuery): Promise<Analytics> {
    const today = toDay(clock.now())
    const range = resolveDateRange(query, today)
    const { from, to, before, step } = range
    const db = database.read
    const periods = listWholePeriods(range, today)
    const compareWithStart = async (count: (db: Queryable, at: string) => Promise<number>): Promise<GrowingFigure> => {
      const [atEnd, atStart] = await Promise.all([count(db, endOfDay(to)), count(db, startOfDay(from))])
      return toGrowth(atEnd, atStart)
    }
    const [visits, previousVisits, requests, previousRequests, products, activeUsers] = await Promise.all([
      loadVisits(db, range),
      loadVisits(db, before),
      countRequests(db, range),
      countRequests(db, before),
      compareWithStart(countProducts),
      compareWithStart(countActiveUsers),
    ])
    const [pages, mostViewed, referrers, devices, categories] = await Promise.all([
      listByName(db, 'page', periods, TOP_COUNT),
      visitSums.sum('product', periods).then((views) => listMostViewed(db, views, TOP_COUNT)),
      visitSums.sum('referrer', periods).then((counts) => selectHighest(counts, TOP_COUNT)),
      listByName(db, 'device', periods, TOP_COUNT),
      listCategories(db, periods, CATEGORIES_MAX),
    ])
    return {
      from,
      to,
      before,
      step,
      totals: {
        views: toGrowth(sumDays(visits.views), sumDays(previousVisits.views)),
        visitors: toGrowth(sumDays(visits.visitors), sumDays(previousVisits.visitors)),
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
      devices: toNamedCounts(DEVICES, devices),
      categories,
      ...requests,
    }
  }

  return {
    getReport,

    /** Exports the same figures as a file, which is audited. */
    async exportReport(
      { format, ...query }: AnalyticsExportQuery,
      actor: Actor,
    ): Promise<TableFile & { name: string }> {
      const figures = await getReport(query)
      const name = `数据分析-${figures.from}-${figures.to}`
      await database.write((transaction) =>
        audit.record(transaction, {
          actor,
          action: 'data.export',
          target: '数据分析',
          detail: `${figures.from} 至 ${figures.to}`,
        }),
      )
      return { ...(await writeTable(format, ANALYTICS_COLUMNS, toExportRows(figures))), name }
    },
  }
}

const toGrowth = (value: number, before: number): GrowingFigure => ({
  value,
  before,
  growth: before === 0 ? null : (value - before) / before,
})

type CountByDay = Map<string, number>

async function loadVisits(db: Queryable, { from, to }: DaySpan): Promise<{ views: CountByDay; visitors: CountByDay }> {
  const visits = { views: new Map<string, number>(), visitors: new Map<string, number>() }
  for (const { kind, period, count } of await listDays(db, from, to))
    if (kind === 'views' || kind === 'visitors') visits[kind].set(period, count)
  return visits
}

async function countRequests(db: Queryable, { from, to }: DaySpan) {
  const span = { from: startOfDay(from), before: endOfDay(to) }
  const [submissions, leads, reports] = await Promise.all([
    countSubmissions(db, span),
    countLeads(db, span),
    countReports(db, span),
  ])
  return {
    submissions: toNamedCounts(SUBMISSION_STATUSES, submissions),
    leads: toNamedCounts(LEAD_STATUSES, leads),
    reports: toNamedCounts(RECOMMENDATIONS, reports),
  }
}

/** Returns the count of every name in the order of the list; 0 for names that weren't counted. */
const toNamedCounts = <Name extends string>(
  names: readonly Name[],
  counted: readonly { name: string; count: number }[],
): { name: Name; count: number }[] =>
  names.map((name) => ({ name, count: Number(counted.find((item) => item.name === name)?.count ?? 0) }))

const sumDays = (countByDay: CountByDay): number => [...countByDay.values()].reduce((sum, count) => sum + count, 0)

const sumCounts = (counted: readonly { count: number }[]): number => counted.reduce((sum, { count }) => sum + count, 0)

function buildSeries(
  range: DateRange,
  { views, visitors }: { views: CountByDay; visitors: CountByDay },
): Analytics['series'] {
  const buckets = new Map(listPeriods(range).map((period) => [period, { period, views: 0, visitors: 0 }]))
  const getPeriod = (day: string) => (range.step === 'day' ? day : day.slice(0, 7))
  for (const [day, count] of views) add(buckets.get(getPeriod(day)), 'views', count)
  for (const [day, count] of visitors) add(buckets.get(getPeriod(day)), 'visitors', count)
  return [...buckets.values()]
}

function add(entry: Analytics['series'][number] | undefined, key: 'views' | 'visitors', count: number): void {
  if (entry) entry[key] += count
}
