import type { ChangeFeed } from './change-feed.ts'

/**
 * Returns a function to await before reading data that `sync` updates. It runs `sync` on the first call and whenever
 * one of the topics has changed since; concurrent callers share one run. After a failure, the next call runs it again.
 * Throws what `sync` throws.
 */
export function followChanges(
  changes: Pick<ChangeFeed, 'subscribe'>,
  topics: readonly string[],
  sync: () => Promise<void>,
): () => Promise<void> {
  let isStale = true
  let syncing: Promise<void> | undefined

  changes.subscribe((changed) => {
    if (topics.some((topic) => changed.includes(topic))) isStale = true
  })

  async function run() {
    isStale = false
    try {
      await sync()
    } catch (error) {
      isStale = true
      throw error
    }
  }

  return async () => {
    while (isStale || syncing) {
      syncing ??= run().finally(() => {
        syncing = undefined
      })
      await syncing
    }
  }
}
