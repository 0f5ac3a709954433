import { useQuery } from '@tanstack/react-query'
import { twoFactorStatusQuery } from '../../shared/account/two-factor-status.ts'
import { call } from '../../shared/call.ts'
import { useSession } from '../session/session.ts'

/** Returns the query for whether the signed-in user has enabled two-factor sign-in. */
export const useTwoFactorStatus = () => useQuery(twoFactorStatusQuery(useSession().user?._id, call))
