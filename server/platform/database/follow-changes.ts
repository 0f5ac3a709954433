import type { ChangeFeed } from './change-feed.ts'

/**
 * Returns a function that returns what `read` does, which is called at the first call and whenever one of the topics has
 * changed since; concurrent callers share one call. After a failure, the next call reads again. Throws what `read` throws.
 */
export function followChanges<Value>(
  changes: Pick<ChangeFeed, 'subscribe'>,
  topics: readonly string[],
  read: () => Promise<Value>,
): () => Promise<Value> {
  let isStale = true
  let current: { value: Value } | undefined
  let reading: Promise<void> | undefined

  changes.subscribe((changed) => {
    if (topics.some((topic) => changed.includes(topic))) isStale = true
  })

  async function update() {
    isStale = false
    try {
      current = { value: await read() }
    } catch (error) {
      isStale = true
      throw error
    }
  }

  return async () => {
    while (!current || isStale || reading) {
      reading ??= update().finally(() => {
        reading = undefined
      })
      await reading
    }
    return current.value
  }
}
