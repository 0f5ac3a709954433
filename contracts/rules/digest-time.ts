import { HOUR_MS } from '../durations.ts'
import { addDays, startOfDay, toDay } from './shanghai-time.ts'

const getTime = (day: string, hour: number) => new Date(Date.parse(startOfDay(day)) + hour * HOUR_MS)

/** Returns when the next digest after a time is due, which is sent at an hour in Shanghai. */
export function findNextDigest(now: Date, hour: number): string {
  const today = toDay(now)
  const due = getTime(today, hour)
  return (due > now ? due : getTime(addDays(today, 1), hour)).toISOString()
}

/** Returns when the next digest after a time is due, which is sent on Mondays at an hour in Shanghai. */
export function findNextWeeklyDigest(now: Date, hour: number): string {
  const today = toDay(now)
  const daysSinceMonday = (new Date(`${today}T00:00:00.000Z`).getUTCDay() + 6) % 7
  const monday = addDays(today, -daysSinceMonday)
  const due = getTime(monday, hour)
  return (due > now ? due : getTime(addDays(monday, 7), hour)).toISOString()
}
