import { HOUR_MS } from '#contracts/durations.ts'
import { addDays, startOfDay, toDay } from '#contracts/rules/shanghai-time.ts'

/** Returns when the next digest after a time is due, which is sent at an hour in Shanghai. */
export function findNextDigest(now: Date, hour: number): string {
  const getTime = (day: string) => new Date(Date.parse(startOfDay(day)) + hour * HOUR_MS)
  const today = toDay(now)
  const due = getTime(today)
  return (due > now ? due : getTime(addDays(today, 1))).toISOString()
}
