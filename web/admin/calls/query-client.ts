import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isReadFailure } from '../../shared/read-failure.ts'
import { TWO_FACTOR_KEY } from '../session/two-factor-state.ts'

/** Figures of the back office are read anew on each visit; what an editor holds is not in here. */
export function createAdminQueryClient(): QueryClient {
  /** The settings began to want two-factor sign-in while somebody worked: the shell's gate shows how to set it up. */
  const onError = (error: unknown) => {
    if (isReadFailure(error) && error.reason === 'two-factor-missing')
      void client.invalidateQueries({ queryKey: TWO_FACTOR_KEY })
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // Without a connection a call fails and says so; the library would wait for one, and say nothing.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 0,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 1 && (!isReadFailure(error) || error.status >= 500),
      },
    },
  })
  return client
}
