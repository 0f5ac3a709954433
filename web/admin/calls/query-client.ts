import { QueryClient } from '@tanstack/react-query'
import { isReadFailure } from '../../shared/read-failure.ts'

/** Figures of the back office are read anew on each visit; what an editor holds is not in here. */
export const createAdminQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 0,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 1 && (!isReadFailure(error) || error.status >= 500),
      },
    },
  })
