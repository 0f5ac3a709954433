const DAY_MS = 24 * 3_600_000

/** Returns how many days are left until a time, the one that has begun included; 0 where it is past. */
export const countDaysLeft = (until: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(until) - now) / DAY_MS))
