import { isKeyReused } from '../../shared/call-error.ts'
import { createUuid } from '../../shared/random-id.ts'
import { isUnanswered } from '../../shared/unanswered-call.ts'

/**
 * Returns a function that creates something once, even if its content is changed after a reply was lost: all requests have
 * the same idempotency key. If an earlier request has taken effect, returns its reply, and `isEarlier`.
 */
export function createOnce<Content, Reply>(send: (content: Content, idempotencyKey: string) => Promise<Reply>) {
  const key = createUuid()
  const unanswered: Content[] = []

  /** Returns the reply to the request that has used the key; the server rejects all others. */
  async function findEarlier(): Promise<Reply | undefined> {
    for (const content of unanswered)
      try {
        return await send(content, key)
      } catch (error) {
        if (!isKeyReused(error)) throw error
      }
    return undefined
  }

  return async (content: Content): Promise<{ reply: Reply; isEarlier: boolean }> => {
    try {
      return { reply: await send(content, key), isEarlier: false }
    } catch (error) {
      if (isUnanswered(error)) unanswered.push(content)
      const earlier = isKeyReused(error) ? await findEarlier() : undefined
      if (earlier === undefined) throw error
      return { reply: earlier, isEarlier: true }
    }
  }
}
