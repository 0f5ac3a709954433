import { type ReactNode, useEffect, useRef } from 'react'
import { type ListState, readListForm } from './list-state.ts'
import { FILTER_FORM_ID } from './sort-control.tsx'
import type { ListController } from './use-list-state.ts'

export type SelectedFacets = Pick<ListState, 'facetChoices' | 'verified'>

/** The selected facets, and the function that changes them. */
export type FacetSelection = { selected: SelectedFacets; change: ListController['change'] }

type FacetCheckboxProps = {
  name: string
  value: string
  isSelected: boolean
  selection: FacetSelection
  className: string
  children: ReactNode
}

/**
 * A checkbox that changes immediately, before the URL does. The selection is read from all checkboxes of the form, so
 * that no change is lost if several checkboxes are pressed quickly.
 */
export function FacetCheckbox({ name, value, isSelected, selection, className, children }: FacetCheckboxProps) {
  const checkbox = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (checkbox.current) checkbox.current.checked = isSelected
  }, [isSelected])
  return (
    <label className={`flex min-h-11 items-center gap-2 ${className}`}>
      <input
        ref={checkbox}
        type="checkbox"
        name={name}
        value={value}
        form={FILTER_FORM_ID}
        defaultChecked={isSelected}
        onChange={({ target }) => {
          if (!target.form) return
          const { f: facetChoices, verified } = readListForm(target.form)
          void selection.change({ facetChoices, verified })
        }}
      />
      {children}
    </label>
  )
}
