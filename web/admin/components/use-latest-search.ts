import { useLocation } from 'react-router'

/**
 * Returns a function that reads the query parameters of the current URL, which may have changed since the last render:
 * a debounced search must not revert a filter that was selected after the typing.
 */
export function useLatestSearch(): () => URLSearchParams {
  const { pathname, search } = useLocation()
  return () => new URLSearchParams(location.pathname === pathname ? location.search : search)
}
