/** A periodic background task; it doesn't keep the process alive. */
export type RepeatingTask = { stop(): void }

/** Runs a task periodically; runs never overlap. Errors are passed to `onError`. */
export function repeat(
  intervalMs: number,
  task: () => Promise<unknown>,
  onError: (error: unknown) => void,
): RepeatingTask {
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    task()
      .catch(onError)
      .finally(() => {
        isRunning = false
      })
  }, intervalMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
