import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Facet } from '#contracts/products/facets.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { useQueries } from '../../../site-context.tsx'
import { type ListState, toProductFilter } from './list-state.ts'

/** Returns the facets of a list; while new ones are loading, the previous ones. */
export function useFacets(catalogue: Catalogue, state: ListState): readonly Facet[] {
  const { data = [] } = useQuery({
    ...useQueries().productFacets(toProductFilter(catalogue, state)),
    placeholderData: keepPreviousData,
  })
  return data
}
