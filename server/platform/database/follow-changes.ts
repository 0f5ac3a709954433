import type { ChangeFeed } from './change-feed.ts'

/**
 * Returns a function to be awaited before what `sync` brings up to date is read: it runs `sync` once for all who wait, at
 * first and whenever one of the topics has changed since; a failed run is repeated by the next who asks. Throws what
 * `sync` throws.
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
