import { DAY_MS, HOUR_MS } from '#contracts/durations.ts'
import { addDays, startOfDay, toDay } from '#contracts/rules/shanghai-time.ts'

/** The time for which a report that couldn't be sent on its Monday morning is still sent. */
const MAX_DELAY_MS = DAY_MS

/** The week of a report: its Monday and Sunday in Asia/Shanghai, and when the next report is due. */
export type ReportWeek = { from: string; to: string; nextDueAt: Date }

/** Returns last week if its report is due: from Monday 09:00 for a day. */
export function findDueWeek(now: Date): ReportWeek | undefined {
  const today = toDay(now)
  const daysSinceMonday = (new Date(`${today}T00:00:00.000Z`).getUTCDay() + 6) % 7
  const monday = addDays(today, -daysSinceMonday)
  const dueAt = Date.parse(startOfDay(monday)) + 9 * HOUR_MS
  if (now.getTime() < dueAt || now.getTime() >= dueAt + MAX_DELAY_MS) return undefined
  return { from: addDays(monday, -7), to: addDays(monday, -1), nextDueAt: new Date(dueAt + 7 * DAY_MS) }
}
