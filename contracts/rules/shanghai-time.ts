import { DAY_MS, HOUR_MS } from '../durations.ts'

/** Days and months in Asia/Shanghai, which has been UTC+8 without summer time since 1991. */
const OFFSET_MS = 8 * HOUR_MS

const toShanghai = (date: Date) => new Date(date.getTime() + OFFSET_MS)

/** Returns the day of a time: `2026-11-21`. */
export const toDay = (date: Date): string => toShanghai(date).toISOString().slice(0, 10)

/** Returns a time as shown in mails and lists: `2026-11-21 10:00`. */
export const formatMinuteInShanghai = (date: Date): string =>
  toShanghai(date).toISOString().slice(0, 16).replace('T', ' ')

/** Returns a time as records state it: `2026-11-21 10:00:05`. */
export const formatSecondInShanghai = (date: Date): string =>
  toShanghai(date).toISOString().slice(0, 19).replace('T', ' ')

/** Returns the first day of the month `monthsAgo` months before a date. */
export function startOfMonth(date: Date, monthsAgo = 0): string {
  const shanghai = toShanghai(date)
  return new Date(Date.UTC(shanghai.getUTCFullYear(), shanghai.getUTCMonth() - monthsAgo, 1)).toISOString().slice(0, 10)
}

/** Adds days to a day; a negative number subtracts them. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + days * DAY_MS).toISOString().slice(0, 10)

/**
 * Returns the day a number of months after a day: the same day of the month, or the month's last if there is no such
 * day (31 January + 1 month = 28 February).
 */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastDate = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastDate))).toISOString().slice(0, 10)
}

const isDay = (time: string) => /^\d{4}-\d{2}-\d{2}$/.test(time)
const getMidnight = (day: string) => Date.parse(`${day}T00:00:00.000Z`) - OFFSET_MS

/** Returns the first moment of a day, or a time itself, in UTC. */
export const startOfDay = (time: string): string =>
  new Date(isDay(time) ? getMidnight(time) : Date.parse(time)).toISOString()

/** Returns the first moment after a day, or after a time, in UTC. */
export const endOfDay = (time: string): string =>
  new Date(isDay(time) ? getMidnight(time) + DAY_MS : Date.parse(time) + 1).toISOString()
