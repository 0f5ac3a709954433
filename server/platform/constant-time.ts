/** Longer than the tasks usually take, so that all runs take this long. */
const MIN_DURATION_MS = 300

/** Runs a task and waits until a fixed duration has passed, so that it doesn't reveal whether an account exists. */
export async function constantTime<Result>(task: () => Promise<Result>): Promise<Result> {
  const [result] = await Promise.all([task(), new Promise((resolve) => setTimeout(resolve, MIN_DURATION_MS))])
  return result
}
