/** Work that comes round again and again beside the requests; it keeps no process alive. */
export type RepeatingTask = { stop(): void }

/** Does work every so often, never twice at a time. What goes wrong is told to `failed`, and tried again next time. */
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
