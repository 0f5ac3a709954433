/**
 * The seed of the order in which the tests of a file run. Each day has another one, so that no test comes to need what an
 * earlier one leaves, and a failure of the morning is still there in the afternoon.
 */

/** `20261121` on that day, in UTC. */
const createSeed = (): string => new Date().toISOString().slice(0, 10).replaceAll('-', '')

// In the environment, so that the processes of a run, and each reading of the configuration, use the same one.
process.env.TEST_SEED ||= createSeed()

export const TEST_SEED = Number(process.env.TEST_SEED)

/** Says how to repeat the order of this run. */
export const describeSeed = (): string =>
  `The tests of each file run in the order of seed ${TEST_SEED}; TEST_SEED=${TEST_SEED} repeats it\n`
