/** Longer than the tasks usually take. */
const MIN_DURATION_MS = 300

/** Runs a task in constant time, so that the duration doesn't reveal whether an account exists. */
export async function constantTime<Result>(task: () => Promise<Result>): Promise<Result> {
  const [result] = await Promise.all([task(), new Promise((resolve) => setTimeout(resolve, MIN_DURATION_MS))])
  return result
}
