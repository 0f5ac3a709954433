/** Sums of what conversations cost, in yuan. */

/** The finest step of a cost: a token of the cheapest models costs some tenths of a millionth. */
const STEPS_PER_YUAN = 1e9

/** Adds costs, without the errors of binary fractions, which would be shown: 1.1 + 2.2 is 3.3. */
export const addCosts = (...costs: readonly number[]): number =>
  Math.round(costs.reduce((sum, cost) => sum + cost, 0) * STEPS_PER_YUAN) / STEPS_PER_YUAN
