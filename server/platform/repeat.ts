/** A periodic background task; it doesn't keep the process alive. */
export type RepeatingTask = { stop(): void }

/** Runs a task periodically, never twice at a time. Errors are passed to `onError`. */
export function repeat(
  everyMs: number,
  task: () => Promise<unknown>,
  onError: (error: unknown) => void,
): RepeatingTask {
  let isWorking = false
  const timer = setInterval(() => {
    if (isWorking) return
    isWorking = true
    task()
      .catch(onError)
      .finally(() => {
        isWorking = false
      })
  }, everyMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
