import type { Call } from '#contracts/call.ts'
import { buildCallUrl, type UrlParts } from '#contracts/call-url.ts'
import type { CallArguments, CallFunction } from './call.ts'
import { isCallError } from './call-error.ts'
import { isUnanswered } from './unanswered-call.ts'

/** A call whose effect can't be repeated, such as a deletion, or a restoration from a recycle bin. */
type SingleEffectCall = Call & { message: string }
type UntypedInput = UrlParts & CallArguments<Call>[0]

/**
 * Creates a function that calls the API and returns the message of success. If an earlier call got no reply, and this one
 * doesn't find what it is about, then the earlier one has taken effect, which is a success, too.
 */
export function createCallOnce(call: CallFunction) {
  /** The calls without a reply, which may have taken effect. */
  const unansweredCalls = new Set<string>()

  function callOnce<C extends SingleEffectCall>(contract: C, ...input: CallArguments<C>): Promise<{ message: string }>
  async function callOnce(contract: SingleEffectCall, input: UntypedInput = {}): Promise<{ message: string }> {
    const key = `${contract.method} ${buildCallUrl(contract, input)}`
    try {
      await call(contract, input)
    } catch (error) {
      if (isUnanswered(error)) unansweredCalls.add(key)
      const hasTakenEffect = isCallError(error) && error.status === 404 && unansweredCalls.has(key)
      if (!hasTakenEffect) throw error
    }
    unansweredCalls.delete(key)
    return { message: contract.message }
  }
  return callOnce
}
