import { useLocation } from 'react-router'

/**
 * Returns a function that reads the parameters of the current URL, which may be newer than the rendered one: a delayed
 * search must not revert a filter that was chosen meanwhile.
 */
export function useLatestSearch(): () => URLSearchParams {
  const { pathname, search } = useLocation()
  return () => new URLSearchParams(location.pathname === pathname ? location.search : search)
}
