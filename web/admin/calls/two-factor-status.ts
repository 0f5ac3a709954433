import { useQuery } from '@tanstack/react-query'
import { twoFactorCalls } from '#contracts/identity/calls.ts'
import { useUser } from '../session/session.ts'
import { callAdmin } from './call.ts'

export const TWO_FACTOR_KEY = ['two-factor']

/**
 * Returns whether two-factor sign-in is enabled for the signed-in user, and whether it is required. Refetched if a call
 * is rejected because two-factor sign-in is required but not enabled.
 */
export const useTwoFactorStatus = () =>
  useQuery({
    queryKey: [...TWO_FACTOR_KEY, useUser()._id],
    queryFn: async () => (await callAdmin(twoFactorCalls.status)).data,
    staleTime: Number.POSITIVE_INFINITY,
  })
