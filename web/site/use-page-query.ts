import { startTransition, useOptimistic } from 'react'
import { type PageParameters, type PageQuery, parsePageQuery } from '#contracts/page-url.ts'
import { changePageQuery, type PageQueryChange } from '../shared/change-page-query.ts'
import { useLocation, useNavigate } from './router.tsx'

/** Reads and changes the declared parameters of the current URL; others are left unchanged. */
export function usePageQuery<Parameters extends PageParameters>(parameters: Parameters) {
  // The navigation state, such as the list from which a product was opened, is preserved.
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  return {
    query: parsePageQuery(parameters, new URLSearchParams(search)),
    change(query: Partial<PageQuery<Parameters>>, { removeOthers = false, replace }: PageQueryChange = {}) {
      // The URL may be newer than the rendered one: the second of two quick changes must not revert the first.
      const latest = new URLSearchParams(location.pathname === pathname ? location.search : search)
      const next = changePageQuery(latest, parameters, query, removeOthers).toString()
      navigate(next === '' ? pathname : `${pathname}?${next}`, { replace, state })
    },
  }
}

/**
 * Like `usePageQuery`, for fields that are bound to the URL: a change is shown optimistically, before the page has been
 * rendered with it, and is applied to the latest URL.
 */
export function useOptimisticPageQuery<Parameters extends PageParameters>(parameters: Parameters) {
  const { query, change } = usePageQuery(parameters)
  const [latest, setLatest] = useOptimistic(query)
  return {
    query: latest,
    change(getChanges: (current: PageQuery<Parameters>) => Partial<PageQuery<Parameters>>, options?: PageQueryChange) {
      startTransition(() => {
        const changes = getChanges(parsePageQuery(parameters, new URLSearchParams(location.search)))
        setLatest((current) => ({ ...current, ...changes }))
        change(changes, options)
      })
    },
  }
}
