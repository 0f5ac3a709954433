import { createStoredValue } from '../../stored-value.ts'

const LIFETIME_MS = 24 * 60 * 60 * 1000

type Sending = { content: string; key: string }

/**
 * Creates the idempotency key of a request that is retried because its response was lost, also after a reload: the same
 * for the same content, until it is cleared.
 */
export function createIdempotencyKey(copy = createStoredValue<Sending>('zhijian.submission-sending', LIFETIME_MS)) {
  let last: Sending | undefined
  return {
    get(body: unknown): string {
      const content = JSON.stringify(body)
      const existing = last ?? copy.read()
      last = existing?.content === content ? existing : { content, key: createRandomKey() }
      copy.write(last)
      return last.key
    },
    forget() {
      last = undefined
      copy.clear()
    },
  }
}

/** `randomUUID` is only available on secure origins. */
const createRandomKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
