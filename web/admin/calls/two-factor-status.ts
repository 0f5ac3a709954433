import { useQuery } from '@tanstack/react-query'
import { twoFactorCalls } from '#contracts/identity/calls.ts'
import { useUser } from '../session/session.ts'
import { callAdmin } from './call.ts'

export const TWO_FACTOR_KEY = ['two-factor']

/**
 * Returns whether one's own two-factor sign-in is enabled, and whether it is required. Reloaded if a call is refused
 * for it.
 */
export const useTwoFactorStatus = () =>
  useQuery({
    queryKey: [...TWO_FACTOR_KEY, useUser()._id],
    queryFn: async () => (await callAdmin(twoFactorCalls.status)).data,
    staleTime: Number.POSITIVE_INFINITY,
  })
