import { SITE_PAGES } from '#contracts/paths.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { useNavigate } from '../../router.tsx'
import { usePageQuery } from '../../use-page-query.ts'
import { CATALOGUE_FACTS } from './catalogues.ts'
import { formatListUrl, type ListState, listState, withChoice } from './list-state.ts'

/** Returns what the address says is chosen, the address of any other choice, and the way there. */
export function useListState(catalogue: Catalogue) {
  const navigate = useNavigate()
  const state = listState(usePageQuery(SITE_PAGES.products.parameters).query)
  const getUrl = (choice: Partial<ListState>) =>
    formatListUrl(CATALOGUE_FACTS[catalogue].listPath, withChoice(state, choice))
  return {
    state,
    getUrl,
    select: (choice: Partial<ListState>, options: { replace?: boolean } = {}) => navigate(getUrl(choice), options),
  }
}

export type ListChoices = ReturnType<typeof useListState>
