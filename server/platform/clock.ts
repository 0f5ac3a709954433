/** The source of the current time, which tests replace. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** The tolerated difference between the clocks of nodes. */
export const CLOCK_SKEW_MS = 60_000

/**
 * Returns the latest time that the nodes can have stored by now as the end of something that lasts up to `durationMs`,
 * or without it as the time of something that happened. A later one is from a clock that was ahead and has been set
 * back, or from another machine's database: it says nothing about how long ago that was, and nobody waits for it.
 */
export const getLatestPossibleTime = (now: string, durationMs = 0): string =>
  new Date(Date.parse(now) + durationMs + CLOCK_SKEW_MS).toISOString()

/** Returns the current time in the format of the database and the API: ISO 8601 in UTC. */
export const timestamp = (clock: Clock): string => clock.now().toISOString()
