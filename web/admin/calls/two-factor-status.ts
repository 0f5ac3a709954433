import { useQuery } from '@tanstack/react-query'
import type { TwoFactorStatus } from '#contracts/identity/two-factor.ts'
import { API } from '#contracts/paths.ts'
import { useUser } from '../session/session.ts'
import { callData } from './call.ts'

export const TWO_FACTOR_KEY = ['two-factor']

/** Whether one's own two-factor sign-in is on, and whether it has to be. Read anew where a call is refused for it. */
export const useTwoFactorStatus = () =>
  useQuery({
    queryKey: [...TWO_FACTOR_KEY, useUser()._id],
    queryFn: () => callData<TwoFactorStatus>(API.twoFactor),
    staleTime: Number.POSITIVE_INFINITY,
  })
