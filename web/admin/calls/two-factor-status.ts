import { useQuery } from '@tanstack/react-query'
import { twoFactorStatusQuery } from '../../shared/account/two-factor-status.ts'
import { useUser } from '../session/session.ts'
import { callAdmin } from './call.ts'

/**
 * Returns the query for whether the signed-in user has enabled two-factor sign-in, and whether it is required. Refetched
 * if a call is rejected because two-factor sign-in is required but not enabled.
 */
export function useTwoFactorStatus() {
  const { _id: userId } = useUser()
  return useQuery({ ...twoFactorStatusQuery(userId, callAdmin), staleTime: Number.POSITIVE_INFINITY })
}
