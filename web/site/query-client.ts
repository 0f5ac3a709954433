import { QueryClient } from '@tanstack/react-query'
import { CLIENT_CACHE_MS } from '#contracts/limits.ts'
import { isCallError } from '../shared/call-error.ts'

/**
 * Creates a query client: one per render on the server, one per document in the browser, where data is fresh for 5 min.
 */
export const createQueryClient = (isServer: boolean): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // By default, the library pauses silently while offline; a failure is shown to the visitor.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: CLIENT_CACHE_MS,
        gcTime: isServer ? Number.POSITIVE_INFINITY : CLIENT_CACHE_MS,
        // A page that the server rendered with an error must hydrate with it; the visitor can press its retry button.
        retryOnMount: false,
        refetchOnWindowFocus: false,
        retry: (failures, error) => !isServer && failures < 1 && (!isCallError(error) || error.status >= 500),
      },
      mutations: { networkMode: 'always' },
      dehydrate: { shouldDehydrateQuery: ({ state }) => state.status === 'success' || state.status === 'error' },
    },
  })
