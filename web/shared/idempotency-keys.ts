import { createUuid } from './random-id.ts'

/** Keys by the hash of their request. */
type StoredKeys = Readonly<Record<string, string>>
type KeyStorage = { read(): StoredKeys | undefined; write(keys: StoredKeys): unknown }

/** More requests than a person leaves unanswered. */
const MAX_KEYS = 20

/**
 * Creates the idempotency keys, which are UUIDs, of requests that may be repeated because their reply was lost; with a
 * storage, also after a reload. Equal requests have the same key until it is forgotten.
 */
export function createIdempotencyKeys(storage?: KeyStorage) {
  let unstoredKeys: StoredKeys = {}
  const read = () => storage?.read() ?? unstoredKeys
  function write(entries: [string, string][]) {
    unstoredKeys = Object.fromEntries(entries.slice(-MAX_KEYS))
    storage?.write(unstoredKeys)
  }

  return {
    get(request: string): string {
      const hash = hashText(request)
      const keys = read()
      const key = keys[hash] ?? createUuid()
      if (keys[hash] === undefined) write([...Object.entries(keys), [hash, key]])
      return key
    },
    forget(request: string) {
      const hash = hashText(request)
      write(Object.entries(read()).filter(([stored]) => stored !== hash))
    },
    forgetAll: () => write([]),
  }
}

/**
 * Returns a hash of a text (cyrb53), so that the storage contains nothing that was typed. The server detects the case that
 * two requests have the same one.
 */
function hashText(text: string): string {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    high = Math.imul(high ^ code, 0x9e3779b1)
    low = Math.imul(low ^ code, 0x5f356495)
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35)
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35)
  return (high >>> 0).toString(36) + (low >>> 0).toString(36)
}
