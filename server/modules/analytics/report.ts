import {
  type Analytics,
  type AnalyticsExportQuery,
  type AnalyticsQuery,
  type ComparedFigure,
  DEVICES,
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
    const [current, before, products, activeUsers] = await Promise.all([
      countByRange(db, range),
      countByRange(db, previous),
      compareEndWithStart(db, range, countProducts),
      compareEndWithStart(db, range, countActiveUsers),
    ])
    const compare = (getTotal: (counts: RangeCounts) => number) => toComparedFigure(getTotal(current), getTotal(before))
    const { visits, ...records } = current
    return {
      from,
      to,
      before: previous,
      step,
      totals: {
        views: compare((counts) => sumDays(counts.visits.views)),
        visitors: compare((counts) => sumDays(counts.visits.visitors)),
        submissions: compare((counts) => sumCounts(counts.submissions)),
        leads: compare((counts) => sumCounts(counts.leads)),
        reports: compare((counts) => sumCounts(counts.reports)),
        products,
        activeUsers,
      },
      series: buildSeries(range, visits),
      ...(await getRankings(db, listWholePeriods(range, today))),
      ...records,
    }
  }

  /** Returns what was visited most in some periods, and from where and by which devices. */
  async function getRankings(db: Queryable, periods: readonly string[]) {
    const [pages, products, referrers, devices, categories] = await Promise.all([
      listTopNames(db, 'page', periods, TOP_COUNT),
      visitSums.sum('product', periods).then((views) => listMostViewed(db, views, TOP_COUNT)),
      visitSums.sum('referrer', periods).then((counts) => selectHighest(counts, TOP_COUNT)),
      listTopNames(db, 'device', periods, TOP_COUNT),
      listCategories(db, periods, CATEGORIES_MAX),
    ])
    return {
      pages,
      products: products.map(({ id, catalogue, name, category, count }) => ({ id, catalogue, name, category, count })),
      referrers,
      devices: toNamedCounts(DEVICES, devices),
      categories,
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

const toComparedFigure = (value: number, before: number): ComparedFigure => ({
  value,
  before,
  growth: before === 0 ? null : (value - before) / before,
})

/** Compares a number at the end of a range with the number at its start. */
async function compareEndWithStart(
  db: Queryable,
  { from, to }: DayRange,
  count: (db: Queryable, at: string) => Promise<number>,
): Promise<ComparedFigure> {
  const [atEnd, atStart] = await Promise.all([count(db, endOfDay(to)), count(db, startOfDay(from))])
  return toComparedFigure(atEnd, atStart)
}

type CountByDay = Map<string, number>

async function countVisits(
  db: Queryable,
  { from, to }: DayRange,
): Promise<{ views: CountByDay; visitors: CountByDay }> {
  const visits = { views: new Map<string, number>(), visitors: new Map<string, number>() }
  for (const { kind, period, count } of await listDailyTotals(db, from, to))
    if (kind === 'views' || kind === 'visitors') visits[kind].set(period, count)
  return visits
}

type RangeCounts = Awaited<ReturnType<typeof countByRange>>

/** Counts a range's visits by day, and the submissions, leads and reports created in it by status or recommendation. */
async function countByRange(db: Queryable, days: DayRange) {
  const range = { start: startOfDay(days.from), end: endOfDay(days.to) }
  const [visits, submissions, leads, reports] = await Promise.all([
    countVisits(db, days),
    countSubmissions(db, range),
    countLeads(db, range),
    countReports(db, range),
  ])
  return {
    visits,
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
