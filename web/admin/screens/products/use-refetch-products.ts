import { useQueryClient } from '@tanstack/react-query'
import { catalogueCalls } from '#contracts/products/calls.ts'
import { invalidate } from '../../../shared/call-query.ts'

/** Returns a function that reloads the lists of products, to be called when some have changed. */
export function useRefetchProducts(): () => Promise<void> {
  const client = useQueryClient()
  return () => invalidate(client, catalogueCalls.list, catalogueCalls.listRecycled)
}
