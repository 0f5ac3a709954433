/** Parses when an event takes place from the texts of its document. All times in documents are Beijing time. */

import { formatIsoDay, parseCalendarDay } from './calendar-day.ts'
import { addDays } from './shanghai-time.ts'

const HOURS = /^(\d{1,2}:\d{2})(?:\s*(?:-|–|—|~|至|到)\s*(\d{1,2}:\d{2}))?$/
const ZONE = '+08:00'

/** The day as `2026-12-10`; start and end as `2026-12-10T14:00:00+08:00`, if the time is written in digits. */
export type EventTime = { day: string; start?: string; end?: string }

/**
 * Returns when an event takes place; `undefined` if its date isn't a single day. An end before the start is on the next
 * day.
 */
export function parseEventTime({ date, time }: { date: string; time: string }): EventTime | undefined {
  const day = parseCalendarDay(date)
  if (!day || day.day === null) return undefined
  const iso = formatIsoDay(day)
  const [, first, last] = HOURS.exec(time.normalize('NFKC').trim()) ?? []
  const start = first === undefined ? undefined : toIsoTime(iso, first)
  if (start === undefined) return { day: iso }
  const sameDay = last === undefined ? undefined : toIsoTime(iso, last)
  const end =
    last !== undefined && sameDay !== undefined && sameDay < start ? toIsoTime(addDays(iso, 1), last) : sameDay
  return end === undefined ? { day: iso, start } : { day: iso, start, end }
}

function toIsoTime(day: string, hour: string): string | undefined {
  const text = `${day}T${hour.padStart(5, '0')}:00${ZONE}`
  return Number.isNaN(Date.parse(text)) ? undefined : text
}
