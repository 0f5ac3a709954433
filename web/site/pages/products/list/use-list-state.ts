import { readPageQuery } from '#contracts/page-url.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { useNavigate } from '../../../router.tsx'
import { usePageQuery } from '../../../use-page-query.ts'
import { CATALOGUE_FACTS } from '../catalogues.ts'
import { formatListUrl, type ListState, listState, withChoice } from './list-state.ts'

const { parameters } = SITE_PAGES.products

/** Returns the list's state from the URL, the URL of any change to it, and a function to navigate to that. */
export function useListState(catalogue: Catalogue) {
  const navigate = useNavigate()
  const state = listState(usePageQuery(parameters).query)
  const getUrl = (choice: Partial<ListState>) =>
    formatListUrl(CATALOGUE_FACTS[catalogue].listPath, withChoice(state, choice))
  return {
    state,
    getUrl,
    select(choice: Partial<ListState>, options: { replace?: boolean } = {}) {
      // The URL may be newer than the rendered one: a debounced search must not navigate away from a comparison.
      const { listPath } = CATALOGUE_FACTS[catalogue]
      const query = new URLSearchParams(location.search)
      const latest = location.pathname === listPath ? listState(readPageQuery(parameters, query)) : state
      navigate(formatListUrl(listPath, withChoice(latest, choice)), options)
    },
  }
}

export type ListChoices = ReturnType<typeof useListState>
