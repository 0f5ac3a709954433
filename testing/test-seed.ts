/**
 * The seed of the order in which the tests of a file run. Each run has another one, so that no test comes to need what
 * an earlier one leaves.
 */

/** Seeds are short enough to be typed. */
const SEED_COUNT = 10_000

// In the environment, so that the processes of a run, and each reading of the configuration, use the same one.
process.env.TEST_SEED ||= String(Date.now() % SEED_COUNT)

export const TEST_SEED = Number(process.env.TEST_SEED)

/** Says how to repeat the order of this run. */
export const describeSeed = (): string =>
  `The tests of each file run in the order of seed ${TEST_SEED}; TEST_SEED=${TEST_SEED} repeats it\n`
