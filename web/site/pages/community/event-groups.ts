import type { CommunityEvent } from '#contracts/documents/community.ts'
import { calendarDay, monthName } from './calendar-day.ts'

export type EventGroup = { month: string; events: CommunityEvent[] }

/** A heading for events whose date is no date. */
const DATE_PENDING = '日期待定'

/** Splits events into those to come and those that have ended, each in the document's order under headings of months. */
export function groupEvents(events: readonly CommunityEvent[]): { upcoming: EventGroup[]; ended: EventGroup[] } {
  return {
    upcoming: groupByMonth(events.filter(({ status }) => status !== '已结束')),
    ended: groupByMonth(events.filter(({ status }) => status === '已结束')),
  }
}

/** Returns a new heading wherever the month changes, so that the document's order stands. */
function groupByMonth(events: readonly CommunityEvent[]): EventGroup[] {
  const groups: EventGroup[] = []
  for (const event of events) {
    const day = calendarDay(event.date)
    const month = day ? monthName(day) : DATE_PENDING
    const last = groups.at(-1)
    if (last?.month === month) last.events.push(event)
    else groups.push({ month, events: [event] })
  }
  return groups
}
