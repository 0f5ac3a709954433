export type KeyedQueue = ReturnType<typeof createKeyedQueue>

/** Makes a queue for each key: work under one key is done one piece after another, under different keys at once. */
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
