import { queryOptions } from '@tanstack/react-query'
import { twoFactorCalls } from '#contracts/identity/security-calls.ts'
import type { CallFunction } from '../call.ts'

/** The first part of the keys of two-factor status queries. */
export const TWO_FACTOR_KEY = ['two-factor']

/** The query for whether a signed-in user has enabled two-factor sign-in, and whether it is required. */
export const twoFactorStatusQuery = (userId: string | undefined, call: CallFunction) =>
  queryOptions({
    queryKey: [...TWO_FACTOR_KEY, userId],
    queryFn: async ({ signal }) => (await call(twoFactorCalls.status, { signal })).data,
    enabled: userId !== undefined,
  })
