import { useQueries as useQueryResults } from '@tanstack/react-query'
import type { ProductDetail } from '#contracts/products/product.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { useQueries } from '../site-context.tsx'

/** A product chosen for a comparison: `null` if it no longer exists, `undefined` until it is loaded. */
export type ComparedEntry = { id: string; product: ProductDetail | null | undefined }

/** Loads the chosen products, in the order of their ids. */
export function useComparedProducts(catalogue: Catalogue, ids: readonly string[]) {
  const queries = useQueries()
  const results = useQueryResults({ queries: ids.map((id) => queries.comparedProduct(catalogue, id)) })
  return {
    entries: ids.map((id, index): ComparedEntry => ({ id, product: results[index]?.data })),
    isPending: results.some((result) => result.isPending),
    error: results.find((result) => result.error)?.error,
    retry: () => {
      for (const result of results) if (result.isError) void result.refetch()
    },
  }
}
