/** The clock; tests replace it with one they control. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** Returns the time in the format of rows and API: ISO 8601 in UTC. */
export const timestamp = (clock: Clock): string => clock.now().toISOString()
