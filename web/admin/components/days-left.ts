import { DAY_MS } from '#contracts/durations.ts'

/** Returns the number of days from `now` until a time, rounded up; 0 if the time has passed. */
export const countDaysLeft = (until: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(until) - now) / DAY_MS))
