import { addDays, endOfDay, startOfDay, toDay } from '#contracts/rules/shanghai-time.ts'

/**
 * Mondays to Fridays. Statutory holidays, and the weekends worked in exchange, are announced each year and aren't
 * considered.
 */
function isWorkingDay(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00.000Z`).getUTCDay()
  return weekday !== 0 && weekday !== 6
}

/** Returns the end, in UTC, of the last of `count` working days in Shanghai after the day of a given time. */
export function endOfWorkingDays(from: Date, count: number): string {
  let day = toDay(from)
  for (let left = count; left > 0; ) {
    day = addDays(day, 1)
    if (isWorkingDay(day)) left -= 1
  }
  return endOfDay(day)
}

/** Returns the time, in UTC, at or after which the deadline of `count` working days hasn't passed `now`. */
export function startOfOpenWorkingDays(now: Date, count: number): string {
  let day = toDay(now)
  while (endOfWorkingDays(new Date(startOfDay(addDays(day, -1))), count) > now.toISOString()) day = addDays(day, -1)
  return startOfDay(day)
}
