import { createUuid } from '../shared/random-id.ts'
import type { createStoredValue } from './stored-value.ts'

type StoredKey = { content: string; key: string }

/**
 * Creates the idempotency keys, which are UUIDs, of a request that may be repeated because its reply was lost; with a
 * storage, also after a reload. Equal content has the same key until it is cleared.
 */
export function createIdempotencyKey(storage?: ReturnType<typeof createStoredValue<StoredKey>>) {
  let lastKey: StoredKey | undefined
  return {
    get(body: unknown): string {
      const content = JSON.stringify(body)
      const existing = lastKey ?? storage?.read()
      lastKey = existing?.content === content ? existing : { content, key: createUuid() }
      storage?.write(lastKey)
      return lastKey.key
    },
    clear() {
      lastKey = undefined
      storage?.clear()
    },
  }
}
