import { useQuery } from '@tanstack/react-query'
import { call } from '../../shared/call.ts'
import { useSession } from '../../shared/session.ts'
import { twoFactorStatusQuery } from '../../shared/two-factor-status.ts'

/** Returns the query for whether the signed-in user has enabled two-factor sign-in. */
export const useTwoFactorStatus = () => useQuery(twoFactorStatusQuery(useSession().user?._id, call))
