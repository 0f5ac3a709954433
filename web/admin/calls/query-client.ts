import { QueryClient } from '@tanstack/react-query'
import { twoFactorCalls } from '#contracts/identity/security-calls.ts'
import { pendingWorkCalls } from '#contracts/pending-work/calls.ts'
import { isCallError } from '../../shared/call-error.ts'
import { invalidate } from '../../shared/call-query.ts'
import { session } from '../session/session.ts'
import { onDataChanged, onTwoFactorMissing } from './call.ts'

/**
 * Creates the query client of the back office. Data is refetched on every visit. Queries also run offline
 * (`networkMode: 'always'`): failing immediately is clearer than waiting, which looks like a slow server.
 */
export function createAdminQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 0,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        networkMode: 'always',
        retry: (failureCount, error) => failureCount < 1 && (!isCallError(error) || error.status >= 500),
      },
      mutations: { networkMode: 'always' },
    },
  })
  let userId = session.get().user?._id
  session.subscribe(() => {
    // The next user must not see data of the previous one.
    if (userId !== session.get().user?._id) client.clear()
    userId = session.get().user?._id
  })
  // What someone has just done no longer waits.
  onDataChanged(() => void invalidate(client, pendingWorkCalls.list))
  // The shell's two-factor gate queries this status, and shows the setup if needed.
  onTwoFactorMissing(() => void invalidate(client, twoFactorCalls.status))
  return client
}
