const DAY_MS = 24 * 3_600_000

/** Returns the number of days left until a time, rounded up; 0 if it has passed. */
export const countDaysLeft = (until: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(until) - now) / DAY_MS))
