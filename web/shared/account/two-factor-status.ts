import { twoFactorCalls } from '#contracts/identity/security-calls.ts'
import type { CallFunction } from '../call.ts'
import { createQueryOf, dataOf } from '../call-query.ts'

/** The query for whether a signed-in user has enabled two-factor sign-in, and whether it is required. */
export const twoFactorStatusQuery = (userId: string | undefined, call: CallFunction) => ({
  ...dataOf(createQueryOf(call)(twoFactorCalls.status, {}, userId)),
  enabled: userId !== undefined,
})
