import { addDays, endOfDay, startOfDay, toDay } from './shanghai-time.ts'

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

/** Returns how many of the `count` working days after a given time begin after the day of another, which is not earlier. */
function countRemainingDays(from: Date, at: Date, count: number): number {
  let passed = 0
  for (let day = toDay(from); day < toDay(at) && passed < count; ) {
    day = addDays(day, 1)
    if (isWorkingDay(day)) passed += 1
  }
  return count - passed
}

/**
 * Returns the time from which a deadline of `count` working days counts after a pause: as many days remain as at its
 * beginning, but at least one, so that nothing is late as soon as it goes on. The day of the beginning has passed, and the
 * days after that of the end count, as they do for what arrives.
 */
export function resumeWorkingDays(
  from: Date,
  { pausedAt, resumedAt }: { pausedAt: Date; resumedAt: Date },
  count: number,
): string {
  const remaining = Math.max(1, countRemainingDays(from, pausedAt, count))
  let day = toDay(resumedAt)
  for (let left = count - remaining; left > 0; day = addDays(day, -1)) if (isWorkingDay(day)) left -= 1
  return remaining === count ? resumedAt.toISOString() : startOfDay(day)
}
