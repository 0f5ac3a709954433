import { queryOptions } from '@tanstack/react-query'
import { vendorCalls } from '#contracts/vendors/calls.ts'
import { call } from '../../../shared/call.ts'

/**
 * Returns the query for the form of a product's update. It is read once per visit: the form compares its fields with
 * what it started with.
 */
export const updateFormQuery = (id: string, userId: string) =>
  queryOptions({
    queryKey: ['product-update', id, userId],
    queryFn: async ({ signal }) => (await call(vendorCalls.getUpdateForm, { params: { id }, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
