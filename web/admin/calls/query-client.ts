import { QueryClient } from '@tanstack/react-query'
import { isCallFailure } from '../../shared/call-failure.ts'
import { session } from '../session/session.ts'
import { onTwoFactorMissing } from './call.ts'
import { TWO_FACTOR_KEY } from './two-factor-status.ts'

/**
 * Figures of the back office are read anew on each visit; what an editor holds is not in here. A browser that is offline
 * is told so at once, by a call that fails: to wait in silence would look like a slow server.
 */
export function createAdminQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 0,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        networkMode: 'always',
        retry: (failures, error) => failures < 1 && (!isCallFailure(error) || error.status >= 500),
      },
      mutations: { networkMode: 'always' },
    },
  })
  let userId = session.get().user?._id
  session.subscribe(() => {
    // What one user may see is not shown to the next.
    if (userId !== session.get().user?._id) client.clear()
    userId = session.get().user?._id
  })
  // The shell's gate reads this, and shows how to set it up.
  onTwoFactorMissing(() => void client.invalidateQueries({ queryKey: TWO_FACTOR_KEY }))
  return client
}
