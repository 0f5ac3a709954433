import { createUuid } from './random-id.ts'

type StoredKey = { content: string; key: string }
type KeyStorage = { read(): StoredKey | undefined; write(key: StoredKey): unknown; clear(): unknown }

/**
 * Creates the idempotency keys, which are UUIDs, of a request that may be repeated because its reply was lost; with a
 * storage, also after a reload. Equal content has the same key until it is cleared.
 */
export function createIdempotencyKey(storage?: KeyStorage) {
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
