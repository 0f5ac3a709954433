import { ANALYTICS_DAYS_MAX, type AnalyticsQuery } from '#contracts/analytics/analytics.ts'
import { ANALYTICS_MESSAGES } from '#contracts/analytics/messages.ts'
import { DAY_MS } from '#contracts/durations.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { addDays, startOfDay, startOfMonth } from '#contracts/rules/shanghai-time.ts'
import { invalidField } from '#server/platform/app-error.ts'

/** The days from the first to the last, both inclusive. */
export type DayRange = { from: string; to: string }
/** The selected days, the previous period for comparison, and the step of the chart. */
export type ReportRange = DayRange & { previous: DayRange; step: 'day' | 'month' }

const DAYS_BY_RANGE = { '7d': 7, '30d': 30, '90d': 90 } as const
/** Longer ranges are grouped by month, because a chart with more points would be hard to read. */
const MAX_DAILY_POINTS = 92

/**
 * Returns the days that a query selects as of today, and the previous period for comparison. Throws `invalid` for an
 * invalid custom range.
 */
export function resolveDateRange({ range, from, to }: AnalyticsQuery, today: string): ReportRange {
  if (range === 'custom') return resolveCustomRange(from, to, today)
  if (range !== '12m') return withPreviousDays({ from: addDays(today, 1 - DAYS_BY_RANGE[range]), to: today })
  const firstDay = subtractMonths(today, 11)
  // The previous twelve months end at the same day of the month as today, so that the periods are comparable.
  return {
    from: firstDay,
    to: today,
    previous: { from: subtractMonths(today, 23), to: getSameDayLastYear(firstDay, today) },
    step: 'month',
  }
}

function resolveCustomRange(from: string | undefined, to: string | undefined, today: string): ReportRange {
  if (!from || !to) throw invalidField(from ? 'to' : 'from', ANALYTICS_MESSAGES.daysMissing)
  if (from > to) throw invalidField('from', ADMIN_MESSAGES.daysReversed)
  if (from > today) throw invalidField('from', ANALYTICS_MESSAGES.daysAhead)
  if (countDays({ from, to }) > ANALYTICS_DAYS_MAX) throw invalidField('to', ANALYTICS_MESSAGES.tooLong)
  return withPreviousDays({ from, to: to > today ? today : to })
}

/** Adds the same number of days before the range, for comparison. */
function withPreviousDays(days: DayRange): ReportRange {
  const count = countDays(days)
  return {
    ...days,
    previous: { from: addDays(days.from, -count), to: addDays(days.from, -1) },
    step: count > MAX_DAILY_POINTS ? 'month' : 'day',
  }
}

const countDays = ({ from, to }: DayRange): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

/** Returns the first day of the month that is `months` before the month of a day. */
const subtractMonths = (day: string, months: number): string => startOfMonth(new Date(startOfDay(day)), months)

/** Returns the same day of the month as today, one year ago; the last day of that month if it is shorter. */
function getSameDayLastYear(firstDay: string, today: string): string {
  const lastDay = addDays(firstDay, -1)
  const date = lastDay.slice(0, 8) + today.slice(8)
  return date < lastDay ? date : lastDay
}

/** Lists every day or month of a range, in order. */
export function listPeriods({ from, to, step }: Pick<ReportRange, 'from' | 'to' | 'step'>): string[] {
  const periods: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const period = step === 'day' ? day : day.slice(0, 7)
    if (periods.at(-1) !== period) periods.push(period)
  }
  return periods
}

/**
 * Lists the fewest periods, each a month or a day, that make up a range. The current month counts as complete, because
 * nothing is counted in the future.
 */
export function listWholePeriods({ from, to }: DayRange, today: string): string[] {
  const groupByMonth = Map.groupBy(listPeriods({ from, to, step: 'day' }), (day) => day.slice(0, 7))
  return [...groupByMonth].flatMap(([month, days]) => {
    const startsOnFirstOfMonth = days[0] === `${month}-01`
    const lastDay = days.at(-1) ?? to
    const coversRestOfMonth = addDays(lastDay, 1).slice(0, 7) !== month || lastDay >= today
    return startsOnFirstOfMonth && coversRestOfMonth ? [month] : days
  })
}
