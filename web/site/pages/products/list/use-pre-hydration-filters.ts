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
  const formValues = readListForm(form)
  const changes: Partial<ListState> = formValues.sort === state.sort ? {} : sortBy(formValues.sort)
  for (const name of FILTER_NAMES) if (formValues[name] !== state[name]) changes[name] = formValues[name]
  // If there are no facets, the panel isn't rendered, so the form doesn't contain the facet values of the URL.
  if (form.elements.namedItem('verified')) {
    if (parameters.f.format(formValues.f) !== parameters.f.format(state.facetChoices))
      changes.facetChoices = formValues.f
    if (formValues.verified !== state.verified) changes.verified = formValues.verified
  }
  if (formValues.verdict !== state.verdict) changes.verdict = formValues.verdict
  return changes
}
