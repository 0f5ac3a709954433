/** Keeps the files of reports that were requested last: a report never changes, and writing a large one takes seconds. */
import { MB } from '#contracts/limits.ts'

const KEPT_BYTES = 24 * MB

/** Creates the cache. Requests for a file that is being written wait for it, instead of having it written again. */
export function createWrittenFiles(maxBytes = KEPT_BYTES) {
  const kept = new Map<string, Buffer>()
  const writing = new Map<string, Promise<Buffer>>()

  /** Keeps a file as the most recent one, and forgets the oldest ones above the limit. */
  function keep(key: string, bytes: Buffer): void {
    kept.delete(key)
    kept.set(key, bytes)
    let total = [...kept.values()].reduce((sum, { byteLength }) => sum + byteLength, 0)
    for (const [oldest, { byteLength }] of kept) {
      if (total <= maxBytes) return
      kept.delete(oldest)
      total -= byteLength
    }
  }

  return {
    /** Returns the file of a key, which names everything that it depends on; `write` is called if it isn't kept. */
    async get(key: string, write: () => Promise<Buffer>): Promise<Buffer> {
      const existing = kept.get(key)
      if (existing) {
        keep(key, existing)
        return existing
      }
      const started = writing.get(key) ?? write().finally(() => writing.delete(key))
      writing.set(key, started)
      const bytes = await started
      keep(key, bytes)
      return bytes
    },
  }
}
