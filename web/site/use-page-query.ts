import { startTransition, useOptimistic } from 'react'
import { type PageParameters, type PageQuery, readPageQuery } from '#contracts/page-address.ts'
import { changePageQuery, type PageQueryChange } from '../shared/change-page-query.ts'
import { useLocation, useNavigate } from './router.tsx'

/** Reads and changes the declared parameters of the current URL; others stay unchanged. */
export function usePageQuery<Parameters extends PageParameters>(parameters: Parameters) {
  // The navigation state, such as the list that a product was opened from, is kept.
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  return {
    query: readPageQuery(parameters, new URLSearchParams(search)),
    change(query: Partial<PageQuery<Parameters>>, { isAlone = false, replace }: PageQueryChange = {}) {
      // The address is ahead of what is drawn: of two quick changes the second must not take back the first.
      const latest = new URLSearchParams(location.pathname === pathname ? location.search : search)
      const next = changePageQuery(latest, parameters, query, isAlone).toString()
      navigate(next === '' ? pathname : `${pathname}?${next}`, { replace, state })
    },
  }
}

/**
 * The same for fields that are bound to the address: a change is drawn at once, before the page has followed it, and is
 * made of what the address holds by then.
 */
export function useBoundPageQuery<Parameters extends PageParameters>(parameters: Parameters) {
  const { query, change } = usePageQuery(parameters)
  const [latest, setLatest] = useOptimistic(query)
  return {
    query: latest,
    change(getPart: (current: PageQuery<Parameters>) => Partial<PageQuery<Parameters>>, options?: PageQueryChange) {
      startTransition(() => {
        const part = getPart(readPageQuery(parameters, new URLSearchParams(location.search)))
        setLatest((current) => ({ ...current, ...part }))
        change(part, options)
      })
    },
  }
}
