import { ANALYTICS_DAYS_MAX, type AnalyticsQuery } from '#contracts/analytics/analytics.ts'
import { ANALYTICS_MESSAGES } from '#contracts/analytics/messages.ts'
import { dayAfter } from '#contracts/rules/shanghai-time.ts'
import { invalid } from '#server/platform/app-error.ts'

/** Days, both included. */
export type Days = { from: string; to: string }
export type DateRange = Days & { before: Days; step: 'day' | 'month' }

const DAYS_BACK = { '7d': 7, '30d': 30, '90d': 90 } as const
/** From here on a line of days would be noise. */
const DAYS_BY_DAY = 92

/** The days that a query means, seen from today, and those it is compared with. Throws `invalid` for an own range. */
export function dateRange({ range, from, to }: AnalyticsQuery, today: string): DateRange {
  if (range === 'custom') return ownRange(from, to, today)
  if (range !== '12m') return comparedByDays({ from: dayAfter(today, 1 - DAYS_BACK[range]), to: today })
  const begun = monthsBack(today, 11)
  // Twelve calendar months against the twelve before, as far into the last of them as today is into this one.
  return { from: begun, to: today, before: { from: monthsBack(today, 23), to: sameDayOf(begun, today) }, step: 'month' }
}

function ownRange(from: string | undefined, to: string | undefined, today: string): DateRange {
  if (!from || !to) throw wrong(from ? 'to' : 'from', ANALYTICS_MESSAGES.daysMissing)
  if (from > to) throw wrong('from', ANALYTICS_MESSAGES.daysReversed)
  if (from > today) throw wrong('from', ANALYTICS_MESSAGES.daysAhead)
  if (daysIn({ from, to }) > ANALYTICS_DAYS_MAX) throw wrong('to', ANALYTICS_MESSAGES.tooLong)
  return comparedByDays({ from, to: to > today ? today : to })
}

const wrong = (path: 'from' | 'to', message: string) => invalid(message, [{ path, message }])

function comparedByDays(days: Days): DateRange {
  const count = daysIn(days)
  return {
    ...days,
    before: { from: dayAfter(days.from, -count), to: dayAfter(days.from, -1) },
    step: count > DAYS_BY_DAY ? 'month' : 'day',
  }
}

const daysIn = ({ from, to }: Days): number => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1

/** The first day of the month so many months back. */
function monthsBack(day: string, months: number): string {
  const at = new Date(`${day.slice(0, 7)}-01T00:00:00.000Z`)
  at.setUTCMonth(at.getUTCMonth() - months)
  return at.toISOString().slice(0, 10)
}

/** A year before today, which is in the month before `begun`'s; its last day where it has no such day. */
function sameDayOf(begun: string, today: string): string {
  const last = dayAfter(begun, -1)
  const same = last.slice(0, 8) + today.slice(8)
  return same < last ? same : last
}

/** Every day or month of a range, in order. */
export function periodsOf({ from, to, step }: Pick<DateRange, 'from' | 'to' | 'step'>): string[] {
  const periods: string[] = []
  for (let day = from; day <= to; day = dayAfter(day, 1)) {
    const period = step === 'day' ? day : day.slice(0, 7)
    if (periods.at(-1) !== period) periods.push(period)
  }
  return periods
}

/**
 * The fewest periods that make up a range, each a month or a day. A month counts as whole from today on, too: nothing is
 * counted ahead.
 */
export function wholePeriods({ from, to }: Days, today: string): string[] {
  const byMonth = Map.groupBy(periodsOf({ from, to, step: 'day' }), (day) => day.slice(0, 7))
  return [...byMonth].flatMap(([month, days]) => {
    const isFromItsFirst = days[0] === `${month}-01`
    const last = days.at(-1) ?? to
    const isToItsLast = dayAfter(last, 1).slice(0, 7) !== month || last >= today
    return isFromItsFirst && isToItsLast ? [month] : days
  })
}
