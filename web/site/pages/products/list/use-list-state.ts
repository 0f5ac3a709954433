import { parsePageQuery } from '#contracts/page-url.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { useNavigate } from '../../../router.tsx'
import { usePageQuery } from '../../../use-page-query.ts'
import { CATALOGUE_PAGES } from '../catalogue-pages.ts'
import { formatListUrl, type ListState, toListState, withListChanges } from './list-state.ts'

const { parameters } = SITE_PAGES.products

/**
 * Returns the list's state from the URL, a function that returns the URL of a changed state, and a function that
 * navigates to a changed state. `listPath` is the path of the list's page, if it isn't the catalogue's.
 */
export function useListState(catalogue: Catalogue, listPath: string = CATALOGUE_PAGES[catalogue].listPath) {
  const navigate = useNavigate()
  const state = toListState(usePageQuery(parameters).query)
  const getUrl = (changes: Partial<ListState>) => formatListUrl(listPath, withListChanges(state, changes))
  return {
    state,
    getUrl,
    change(changes: Partial<ListState>, options: { replace?: boolean } = {}) {
      // The URL may be newer than the rendered one: a debounced search must not navigate away from a comparison.
      const query = new URLSearchParams(location.search)
      const latest = location.pathname === listPath ? toListState(parsePageQuery(parameters, query)) : state
      navigate(formatListUrl(listPath, withListChanges(latest, changes)), options)
    },
  }
}

export type ListController = ReturnType<typeof useListState>
