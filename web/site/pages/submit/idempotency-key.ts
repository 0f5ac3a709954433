import { DAY_MS } from '#contracts/durations.ts'
import { createStoredValue } from '../../stored-value.ts'

type StoredKey = { content: string; key: string }

/**
 * Creates the idempotency keys of a request that may be retried because its response was lost, also after a reload.
 * Equal content has the same key until it is cleared.
 */
export function createIdempotencyKey(storage = createStoredValue<StoredKey>('zhijian.submission-sending', DAY_MS)) {
  let lastKey: StoredKey | undefined
  return {
    get(body: unknown): string {
      const content = JSON.stringify(body)
      const existing = lastKey ?? storage.read()
      lastKey = existing?.content === content ? existing : { content, key: createRandomKey() }
      storage.write(lastKey)
      return lastKey.key
    },
    clear() {
      lastKey = undefined
      storage.clear()
    },
  }
}

/** Returns a random key without `crypto.randomUUID`, which is only available in secure contexts. */
const createRandomKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
