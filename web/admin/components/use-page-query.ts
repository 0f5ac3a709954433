import { useLocation, useSearchParams } from 'react-router'
import { type PageParameters, type PageQuery, parsePageQuery } from '#contracts/page-url.ts'
import { changePageQuery, type PageQueryChange } from '../../shared/change-page-query.ts'
import { useLatestSearch } from './use-latest-search.ts'

/** Reads and changes the declared parameters of the current URL; others stay unchanged. */
export function usePageQuery<Parameters extends PageParameters>(parameters: Parameters) {
  const [search, setSearch] = useSearchParams()
  const getLatestSearch = useLatestSearch()
  // Preserves the navigation state, such as the list that a product was opened from.
  const { state } = useLocation()
  return {
    query: parsePageQuery(parameters, search),
    change(query: Partial<PageQuery<Parameters>>, { removeOthers = false, ...options }: PageQueryChange = {}) {
      const next = changePageQuery(getLatestSearch(), parameters, query, removeOthers)
      setSearch(next, { ...options, preventScrollReset: true, state })
    },
  }
}
