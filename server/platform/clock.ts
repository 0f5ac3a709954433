/** The clock, which tests can stop. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** Returns the time as rows and the wire keep it: ISO 8601 in UTC. */
export const timestamp = (clock: Clock): string => clock.now().toISOString()
