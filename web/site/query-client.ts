import { QueryClient } from '@tanstack/react-query'
import { CLIENT_CACHE_MS } from '#contracts/limits.ts'
import { isCallFailure } from '../shared/call-failure.ts'

/** One client a render on the server, one for good in the browser: answers stay fresh for five minutes. */
export const createQueryClient = (isServer: boolean): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // Without a connection a call fails and says so; the library would wait for one, and say nothing.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: CLIENT_CACHE_MS,
        gcTime: isServer ? Number.POSITIVE_INFINITY : CLIENT_CACHE_MS,
        // A page that the server rendered as failed must hydrate as it stands; its retry button asks again.
        retryOnMount: false,
        refetchOnWindowFocus: false,
        retry: (failures, error) => !isServer && failures < 1 && (!isCallFailure(error) || error.status >= 500),
      },
      mutations: { networkMode: 'always' },
      dehydrate: { shouldDehydrateQuery: ({ state }) => state.status === 'success' || state.status === 'error' },
    },
  })
