import { type PageParameters, type PageQuery, readPageQuery } from '#contracts/page-address.ts'
import { changePageQuery, type PageQueryChange } from '../shared/change-page-query.ts'
import { useLocation, useNavigate } from './router.tsx'

/** Reads and changes the declared parameters of the current URL; others stay unchanged. */
export function usePageQuery<Parameters extends PageParameters>(parameters: Parameters) {
  // The navigation state, such as the list that a product was opened from, is kept.
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const current = new URLSearchParams(search)
  return {
    query: readPageQuery(parameters, current),
    change(query: Partial<PageQuery<Parameters>>, { isAlone = false, replace }: PageQueryChange = {}) {
      const next = changePageQuery(current, parameters, query, isAlone).toString()
      navigate(next === '' ? pathname : `${pathname}?${next}`, { replace, state })
    },
  }
}
