import type { QueryKey } from '@tanstack/react-query'
import { createQueryOf } from '../../shared/call-query.ts'
import { callAdmin } from './call.ts'

/** Returns the query of a call. */
export const queryOf = createQueryOf(callAdmin)

/**
 * Returns a query for an editor: it starts with what is stored now, and never loads again while the editor is open, which
 * would replace the input during typing.
 */
export const forEditing = <Query extends { queryKey: QueryKey }>(query: Query) => ({
  ...query,
  queryKey: [...query.queryKey, 'editing'],
  staleTime: 0,
  gcTime: 0,
  refetchOnReconnect: false,
})
