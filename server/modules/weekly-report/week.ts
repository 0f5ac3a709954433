import { startOfDay, toDay } from '#contracts/rules/shanghai-time.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A report whose Monday was missed (the service stood still, mail was off) is still sent on that day, not later. */
const LATE_MS = DAY_MS

/** The week that a report tells of: its Monday and its Sunday in Asia/Shanghai, and when the next report is due. */
export type ReportWeek = { from: string; to: string; nextDueAt: Date }

const subtractDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) - days * DAY_MS).toISOString().slice(0, 10)

/** Last week, if its report is due: from Monday 09:00 on, for a day. */
export function findDueWeek(now: Date): ReportWeek | undefined {
  const today = toDay(now)
  const daysSinceMonday = (new Date(`${today}T00:00:00.000Z`).getUTCDay() + 6) % 7
  const monday = subtractDays(today, daysSinceMonday)
  const dueAt = Date.parse(startOfDay(monday)) + 9 * HOUR_MS
  if (now.getTime() < dueAt || now.getTime() >= dueAt + LATE_MS) return undefined
  return { from: subtractDays(monday, 7), to: subtractDays(monday, 1), nextDueAt: new Date(dueAt + 7 * DAY_MS) }
}
