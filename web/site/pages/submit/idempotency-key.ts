import { createStoredValue } from '../../stored-value.ts'

const LIFETIME_MS = 24 * 60 * 60 * 1000

type StoredKey = { content: string; key: string }

/**
 * Creates the idempotency keys of a request that may be retried because its response was lost, also after a reload.
 * Equal content has the same key until it is cleared.
 */
export function createIdempotencyKey(
  storage = createStoredValue<StoredKey>('zhijian.submission-sending', LIFETIME_MS),
) {
  let last: StoredKey | undefined
  return {
    get(body: unknown): string {
      const content = JSON.stringify(body)
      const existing = last ?? storage.read()
      last = existing?.content === content ? existing : { content, key: createRandomKey() }
      storage.write(last)
      return last.key
    },
    clear() {
      last = undefined
      storage.clear()
    },
  }
}

/** Returns a random key without `crypto.randomUUID`, which is only available in secure contexts. */
const createRandomKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
