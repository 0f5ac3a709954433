/** How many conversations with one agent are allowed at once: adapted to what the agent bears. */

/** After so many successes in a row, half as many more conversations are allowed. */
const SUCCESSES = 5
const GROWTH = 1.5

export type Pace = ReturnType<typeof createPace>

/**
 * Creates the pace for an agent. It begins with one conversation, grows while all succeed, and is halved when the agent
 * says that it is too much; until the time that it names, none begins.
 */
export function createPace() {
  let allowed = 1
  let successes = 0
  let waitUntil = 0
  return {
    /** Returns how many conversations may run at once; `max` is the owner's limit. */
    getAllowed: (max: number): number => Math.max(1, Math.min(allowed, max)),

    /** Returns whether the agent is to be left alone. */
    isWaiting: (now: number): boolean => now < waitUntil,

    recordSuccess(max: number): void {
      successes += 1
      if (successes < SUCCESSES) return
      successes = 0
      allowed = Math.min(Math.ceil(allowed * GROWTH), max)
    },

    /** Records that the agent was asked too much; `retryAfterMs` is how long it wants to be left alone. */
    recordOverload(now: number, retryAfterMs = 0): void {
      successes = 0
      allowed = Math.max(1, Math.floor(allowed / 2))
      waitUntil = Math.max(waitUntil, now + retryAfterMs)
    },

    /** Postpones the next conversation, such as after a limit of calls per minute. */
    wait(until: number): void {
      waitUntil = Math.max(waitUntil, until)
    },
  }
}
