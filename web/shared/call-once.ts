import type { Call } from '#contracts/call.ts'
import { buildCallUrl, type UrlParts } from '#contracts/call-url.ts'
import type { CallArguments, CallFunction } from './call.ts'
import { isNotFound } from './call-error.ts'
import { isUnanswered } from './unanswered-call.ts'

type Input<C extends Call> = NonNullable<CallArguments<C>[0]>
type Success = { message: string }

/**
 * Creates a function that makes calls whose effect can't be repeated, such as a deletion, or a restoration from a recycle
 * bin, and returns the message of success. If an earlier call got no reply, and this one doesn't find what it is about,
 * then the earlier one has taken effect, which is a success, too.
 */
export function createCallOnce(call: CallFunction) {
  /** The calls without a reply, which may have taken effect. */
  const unansweredCalls = new Set<string>()

  function callOnce<C extends Call>(contract: C, input: Input<C>, message: string): Promise<Success>
  async function callOnce(contract: Call, input: UrlParts & Input<Call>, message: string): Promise<Success> {
    const key = `${contract.method} ${buildCallUrl(contract, input)}`
    try {
      await call(contract, input)
    } catch (error) {
      if (isUnanswered(error)) unansweredCalls.add(key)
      const hasTakenEffect = isNotFound(error) && unansweredCalls.has(key)
      if (!hasTakenEffect) throw error
    }
    unansweredCalls.delete(key)
    return { message }
  }
  return callOnce
}
