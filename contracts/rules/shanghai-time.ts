/** Days and months as people here count them: China has kept UTC+8 without summer time since 1991. */
const OFFSET_MS = 8 * 3_600_000
const DAY_MS = 24 * 3_600_000

const shifted = (at: Date) => new Date(at.getTime() + OFFSET_MS)

/** The day of a moment: `2026-11-21`. */
export const dayOf = (at: Date): string => shifted(at).toISOString().slice(0, 10)

/** A moment as letters and lists say it: `2026-11-21 10:00`. */
export const minuteOf = (at: Date): string => shifted(at).toISOString().slice(0, 16).replace('T', ' ')

/** When the month began that lies `back` months before the moment's own. Gives its first day. */
export function monthStart(at: Date, back = 0): string {
  const here = shifted(at)
  return new Date(Date.UTC(here.getUTCFullYear(), here.getUTCMonth() - back, 1)).toISOString().slice(0, 10)
}

/** The day so many days after another; before it, where the number is negative. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + days * DAY_MS).toISOString().slice(0, 10)

const isDay = (moment: string) => /^\d{4}-\d{2}-\d{2}$/.test(moment)
const midnight = (day: string) => Date.parse(`${day}T00:00:00.000Z`) - OFFSET_MS

/** The first moment of a day, or a time itself, in UTC. */
export const dayStart = (moment: string): string =>
  new Date(isDay(moment) ? midnight(moment) : Date.parse(moment)).toISOString()

/** The first moment after a day, or after a time, in UTC. */
export const dayEnd = (moment: string): string =>
  new Date(isDay(moment) ? midnight(moment) + DAY_MS : Date.parse(moment) + 1).toISOString()
