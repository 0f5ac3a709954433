export type KeyedQueue = ReturnType<typeof createKeyedQueue>

/** Creates a queue per key: tasks with the same key run one after another, others in parallel. */
export function createKeyedQueue() {
  const last = new Map<string, Promise<unknown>>()

  return async function enqueue<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const previous = last.get(key) ?? Promise.resolve()
    const current = previous.then(task, task)
    last.set(key, current)
    try {
      return await current
    } finally {
      if (last.get(key) === current) last.delete(key)
    }
  }
}
