import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { readPageQuery } from '#contracts/page-address.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import { formValues } from '../../parts/form-values.ts'
import type { ListState } from './list-state.ts'
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
  const chosen = readPageQuery(SITE_PAGES.products.parameters, new URLSearchParams(formValues(form)))
  const changes: Partial<ListState> = chosen.sort === state.sort ? {} : sortedBy(chosen.sort)
  for (const name of CHOICES) if (chosen[name] !== state[name]) changes[name] = chosen[name]
  if (chosen.verdict !== state.verdict) changes.verdict = chosen.verdict
  return changes
}
