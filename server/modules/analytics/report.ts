import {
  type Analytics,
  type AnalyticsExportQuery,
  type AnalyticsQuery,
  DEVICES,
  type GrowingFigure,
} from '#contracts/analytics/analytics.ts'
import { endOfDay, startOfDay, toDay } from '#contracts/rules/shanghai-time.ts'
import { SUBMISSION_STATUSES } from '#contracts/submissions/statuses.ts'
import { LEAD_STATUSES, RECOMMENDATIONS } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import type { TableFile } from '#server/platform/tables/table.ts'
import { writeTable } from '#server/platform/tables/write-table.ts'
import { type DayRange, listPeriods, listWholePeriods, type ReportRange, resolveDateRange } from './date-range.ts'
import { ANALYTICS_COLUMNS, toExportRows } from './export-rows.ts'
import { countActiveUsers, countLeads, countProducts, countReports, countSubmissions } from './store.ts'
import type { VisitSums } from './visit-sums.ts'
import { selectHighest } from './visits/select-highest.ts'
import { listCategories, listDailyTotals, listMostViewed, listTopNames } from './visits/store.ts'

const TOP_COUNT = 10
const CATEGORIES_MAX = 50

type Dependencies = { database: Database; clock: Clock; audit: AuditService; visitSums: VisitSums }

/** Creates the analytics report: the figures of a range of days, compared with the previous range. */
export function createAnalyticsReport({ database, clock, audit, visitSums }: Dependencies) {
  /** Returns the figures of the selected range. Throws `invalid` for an invalid range. */
  async function getReport(query: AnalyticsQuery): Promise<Analytics> {
    const today = toDay(clock.now())
    const range = resolveDateRange(query, today)
    const { from, to, previous, step } = range
    const db = database.read
    const periods = listWholePeriods(range, today)
    const compareWithStart = async (count: (db: Queryable, at: string) => Promise<number>): Promise<GrowingFigure> => {
      const [atEnd, atStart] = await Promise.all([count(db, endOfDay(to)), count(db, startOfDay(from))])
      return toGrowingFigure(atEnd, atStart)
    }
    const [visits, previousVisits, records, previousRecords, products, activeUsers] = await Promise.all([
      loadVisits(db, range),
      loadVisits(db, previous),
      countNewRecords(db, range),
      countNewRecords(db, previous),
      compareWithStart(countProducts),
      compareWithStart(countActiveUsers),
    ])
    const [pages, mostViewed, referrers, devices, categories] = await Promise.all([
      listTopNames(db, 'page', periods, TOP_COUNT),
      visitSums.sum('product', periods).then((views) => listMostViewed(db, views, TOP_COUNT)),
      visitSums.sum('referrer', periods).then((counts) => selectHighest(counts, TOP_COUNT)),
      listTopNames(db, 'device', periods, TOP_COUNT),
      listCategories(db, periods, CATEGORIES_MAX),
    ])
    return {
      from,
      to,
      before: previous,
      step,
      totals: {
        views: toGrowingFigure(sumDays(visits.views), sumDays(previousVisits.views)),
        visitors: toGrowingFigure(sumDays(visits.visitors), sumDays(previousVisits.visitors)),
        submissions: toGrowingFigure(sumCounts(records.submissions), sumCounts(previousRecords.submissions)),
        leads: toGrowingFigure(sumCounts(records.leads), sumCounts(previousRecords.leads)),
        reports: toGrowingFigure(sumCounts(records.reports), sumCounts(previousRecords.reports)),
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
      ...records,
    }
  }

  return {
    getReport,

    /** Returns the same figures as a file, and audits the export. */
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
          detail: `${figures.from}至${figures.to}`,
        }),
      )
      return { ...(await writeTable(format, ANALYTICS_COLUMNS, toExportRows(figures))), name }
    },
  }
}

const toGrowingFigure = (value: number, before: number): GrowingFigure => ({
  value,
  before,
  growth: before === 0 ? null : (value - before) / before,
})

type CountByDay = Map<string, number>

async function loadVisits(db: Queryable, { from, to }: DayRange): Promise<{ views: CountByDay; visitors: CountByDay }> {
  const visits = { views: new Map<string, number>(), visitors: new Map<string, number>() }
  for (const { kind, period, count } of await listDailyTotals(db, from, to))
    if (kind === 'views' || kind === 'visitors') visits[kind].set(period, count)
  return visits
}

/** Counts the submissions, leads and reports created in a range of days, by status or recommendation. */
async function countNewRecords(db: Queryable, { from, to }: DayRange) {
  const range = { start: startOfDay(from), end: endOfDay(to) }
  const [submissions, leads, reports] = await Promise.all([
    countSubmissions(db, range),
    countLeads(db, range),
    countReports(db, range),
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

const sumDays = (countByDay: CountByDay, isIncluded: (day: string) => boolean = () => true): number =>
  [...countByDay].reduce((sum, [day, count]) => (isIncluded(day) ? sum + count : sum), 0)

const sumCounts = (counted: readonly { count: number }[]): number => counted.reduce((sum, { count }) => sum + count, 0)

/** Returns the views and visitors of every day or month of a range, in order. */
function buildSeries(
  range: ReportRange,
  { views, visitors }: { views: CountByDay; visitors: CountByDay },
): Analytics['series'] {
  return listPeriods(range).map((period) => {
    const isInPeriod = (day: string) => day.startsWith(period)
    return { period, views: sumDays(views, isInPeriod), visitors: sumDays(visitors, isInPeriod) }
  })
}
