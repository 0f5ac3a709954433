/** Parses and formats days as written in documents, without a time zone. */

import { describeDay } from './describe-day.ts'
import { toNfkc } from './normalize-text.ts'

/** A calendar day, or a month if `day` is null. Months and days count from 1. */
type CalendarDay = { year: number; month: number; day: number | null }

const DAY = /^(\d{4})(?:-|\/|\.|年)(\d{1,2})(?:(?:-|\/|\.|月)(\d{1,2})[日号]?|月)?$/
/** From Sunday, as `Date` counts. */
const WEEKDAYS = '日一二三四五六'

/**
 * Returns the day in a text such as `2026-12-10`, `2026/12/10`, `2026年12月10日` or `2026-12`; `undefined` if there is no
 * such day.
 */
export function parseCalendarDay(text: string): CalendarDay | undefined {
  const match = DAY.exec(toNfkc(text).replaceAll(/\s/g, ''))
  if (!match) return undefined
  const [year, month] = [Number(match[1]), Number(match[2])]
  const day = match[3] === undefined ? null : Number(match[3])
  const real = new Date(Date.UTC(year, month - 1, day ?? 1))
  const isExistingDay =
    real.getUTCFullYear() === year && real.getUTCMonth() === month - 1 && real.getUTCDate() === (day ?? 1)
  return isExistingDay ? { year, month, day } : undefined
}

/** Formats as `2026年12月`. */
export const formatMonth = ({ year, month }: CalendarDay): string => `${year}年${month}月`

/** Formats a day's weekday as `周四`; returns '' for a month. */
export const formatWeekday = ({ year, month, day }: CalendarDay): string =>
  day === null ? '' : `周${WEEKDAYS.charAt(new Date(Date.UTC(year, month - 1, day)).getUTCDay())}`

/** Formats as `2026-12-10` or `2026-12`, as `<time datetime>` and schema.org expect it. */
export const formatIsoDay = ({ year, month, day }: CalendarDay): string =>
  [
    String(year).padStart(4, '0'),
    ...[month, day].flatMap((part) => (part === null ? [] : String(part).padStart(2, '0'))),
  ].join('-')

/** Formats a date that an editor has entered for readers; other texts are returned unchanged. */
export function formatEnteredDay(text: string): string {
  const day = parseCalendarDay(text)
  return day ? describeDay(formatIsoDay(day)) : text
}

/** Dates within a text: `2026-12-01`, `2026/12/1`, `2026年12月1日`, or a month: `2026-12`. */
const WRITTEN_DAYS = /(?<!\d)(\d{4})([-/.年])(\d{1,2})(?:[-/.月](\d{1,2}))?(?!\d)/g

/** Returns whether a text is a valid date in the format of date inputs: `2026-12-01`. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && hasOnlyValidDays(text)

/** Returns whether every date in a text exists. Texts without a date pass: 每月第二个周四. */
export const hasOnlyValidDays = (text: string): boolean =>
  [...text.matchAll(WRITTEN_DAYS)].every(([, year, , month, day = '1']) => {
    const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
    return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
  })
