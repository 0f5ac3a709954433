import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { SITE_PAGES } from '#contracts/paths.ts'
import { type ListState, readListForm } from './list-state.ts'
import { sortBy } from './sort-control.tsx'
import type { ListController } from './use-list-state.ts'

const FILTER_NAMES = ['search', 'type', 'category', 'price'] as const

/**
 * Applies filters that were changed before hydration. They are read in a layout effect, before a render resets the
 * fields to the URL, and applied in an effect, as the router can't navigate earlier.
 */
export function usePreHydrationFilters(
  form: RefObject<HTMLFormElement | null>,
  { state, change }: ListController,
): void {
  const changes = useRef<Partial<ListState>>({})
  const readChanges = useEffectEvent(() => {
    if (form.current) changes.current = getChanges(form.current, state)
  })
  const applyChanges = useEffectEvent(() => {
    if (Object.keys(changes.current).length > 0) change(changes.current)
  })
  useLayoutEffect(readChanges, [])
  useEffect(applyChanges, [])
}

function getChanges(form: HTMLFormElement, state: ListState): Partial<ListState> {
  const { parameters } = SITE_PAGES.products
  const chosen = readListForm(form)
  const changes: Partial<ListState> = chosen.sort === state.sort ? {} : sortBy(chosen.sort)
  for (const name of FILTER_NAMES) if (chosen[name] !== state[name]) changes[name] = chosen[name]
  // Without facets the panel isn't rendered, and the form has no values for those in the URL.
  if (form.elements.namedItem('verified')) {
    if (parameters.f.format(chosen.f) !== parameters.f.format(state.facetChoices)) changes.facetChoices = chosen.f
    if (chosen.verified !== state.verified) changes.verified = chosen.verified
  }
  if (chosen.verdict !== state.verdict) changes.verdict = chosen.verdict
  return changes
}
