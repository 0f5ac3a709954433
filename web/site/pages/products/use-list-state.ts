import { useLocation, useNavigate } from 'react-router'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { CATALOGUE_FACTS } from './catalogues.ts'
import { type ListState, listAddress, readListState, withChoice } from './list-state.ts'

/** What the address says is chosen, the address of any other choice, and the way there. */
export function useListState(catalogue: Catalogue) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const state = readListState(new URLSearchParams(search))
  const addressOf = (choice: Partial<ListState>) =>
    listAddress(CATALOGUE_FACTS[catalogue].listPath, withChoice(state, choice))
  return {
    state,
    addressOf,
    choose: (choice: Partial<ListState>, options: { replace?: boolean } = {}) =>
      navigate(addressOf(choice), { preventScrollReset: true, ...options }),
  }
}

export type ListChoices = ReturnType<typeof useListState>
