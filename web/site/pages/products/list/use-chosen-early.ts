import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { SITE_PAGES } from '#contracts/paths.ts'
import { type ListState, readListForm } from './list-state.ts'
import { sortedBy } from './sort-control.tsx'
import type { ListChoices } from './use-list-state.ts'

const CHOICES = ['search', 'type', 'category', 'price'] as const

/**
 * Applies filters that were changed before hydration. They are read in a layout effect, before a render resets the fields
 * to the URL, and applied in a later effect, as the router navigates only then.
 */
export function useChosenEarly(form: RefObject<HTMLFormElement | null>, { state, select }: ListChoices): void {
  const early = useRef<Partial<ListState>>({})
  const readEarly = useEffectEvent(() => {
    if (form.current) early.current = getChanges(form.current, state)
  })
  const choose = useEffectEvent(() => {
    if (Object.keys(early.current).length > 0) select(early.current)
  })
  useLayoutEffect(readEarly, [])
  useEffect(choose, [])
}

function getChanges(form: HTMLFormElement, state: ListState): Partial<ListState> {
  const { parameters } = SITE_PAGES.products
  const chosen = readListForm(form)
  const changes: Partial<ListState> = chosen.sort === state.sort ? {} : sortedBy(chosen.sort)
  for (const name of CHOICES) if (chosen[name] !== state[name]) changes[name] = chosen[name]
  // Without the panel of the facets, which an address may ask for that there isn't, the form holds none.
  if (form.elements.namedItem('verified')) {
    if (parameters.f.format(chosen.f) !== parameters.f.format(state.f)) changes.f = chosen.f
    if (chosen.verified !== state.verified) changes.verified = chosen.verified
  }
  if (chosen.verdict !== state.verdict) changes.verdict = chosen.verdict
  return changes
}
