/** The source of the current time, which tests replace. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** Returns the current time in the format of the database and the API: ISO 8601 in UTC. */
export const timestamp = (clock: Clock): string => clock.now().toISOString()
