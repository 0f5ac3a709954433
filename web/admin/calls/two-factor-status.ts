import { useQuery } from '@tanstack/react-query'
import { twoFactorCalls } from '#contracts/identity/security-calls.ts'
import { useUser } from '../session/session.ts'
import { callAdmin } from './call.ts'

export const TWO_FACTOR_KEY = ['two-factor']

/**
 * Returns the query for whether the signed-in user has enabled two-factor sign-in, and whether it is required. Refetched
 * if a call is rejected because two-factor sign-in is required but not enabled.
 */
export function useTwoFactorStatus() {
  const { _id: userId } = useUser()
  return useQuery({
    queryKey: [...TWO_FACTOR_KEY, userId],
    queryFn: async () => (await callAdmin(twoFactorCalls.status)).data,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
