import { type ComponentProps, useState } from 'react'
import type { YesNo } from '#contracts/facts/vocabulary.ts'
import type { Facet } from '#contracts/products/facets.ts'
import { getFilterValueLabel } from '#contracts/rules/facts/filter-values.ts'
import { FacetCheckbox, type FacetSelection } from './facet-checkbox.tsx'

const YES: YesNo = 'yes'
/** Values beyond this number are collapsed, unless one of them is selected. */
const MAX_OPEN_VALUES = 6
/** Fewer values aren't collapsed: the line that opens them would be as long as they are. */
const MIN_COLLAPSED_VALUES = 2

type FacetValue = Facet['values'][number]
type FacetFieldProps = { facet: Facet; selection: FacetSelection }

/**
 * The checkboxes of an attribute's values. If the only value is yes, such as of a supported feature, its checkbox is
 * labelled with the attribute; the elements remain the same, so that a checkbox that changes this keeps the focus.
 */
export function FacetField({ facet, selection }: FacetFieldProps) {
  const isOnlyYes = facet.values.every(({ value }) => value === YES)
  const isCollapsible = facet.values.length >= MAX_OPEN_VALUES + MIN_COLLAPSED_VALUES
  const openValues = isCollapsible ? facet.values.slice(0, MAX_OPEN_VALUES) : facet.values
  const collapsedValues = facet.values.slice(openValues.length)
  const hasCollapsedSelection = collapsedValues.some((value) => isSelected(facet, value, selection))
  const checkboxesProps = { facet, selection, hasAttributeLabel: isOnlyYes }
  return (
    <fieldset className={isOnlyYes ? undefined : 'my-3 first:mt-0'}>
      {!isOnlyYes && <legend className="text-sm text-muted">{facet.label}</legend>}
      <ValueCheckboxes {...checkboxesProps} values={openValues} />
      {collapsedValues.length > 0 && (
        <FacetDetails isOpen={hasCollapsedSelection}>
          <summary className="flex min-h-11 items-center text-sm text-indigo lg:min-h-7">
            还有{collapsedValues.length}项
          </summary>
          <ValueCheckboxes {...checkboxesProps} values={collapsedValues} />
        </FacetDetails>
      )}
    </fieldset>
  )
}

const isSelected = ({ attribute }: Facet, { value }: FacetValue, { selected }: FacetSelection): boolean =>
  selected.facetChoices[attribute]?.includes(value) ?? false

/** Opens if `isOpen` becomes true, but never closes by itself, so that nothing collapses under a pressed checkbox. */
export function FacetDetails({ isOpen, ...rest }: ComponentProps<'details'> & { isOpen: boolean }) {
  const [hasOpened, setHasOpened] = useState(isOpen)
  if (isOpen && !hasOpened) setHasOpened(true)
  return <details {...rest} open={hasOpened} />
}

type ValueCheckboxesProps = FacetFieldProps & {
  values: readonly FacetValue[]
  /** Whether the labels name the attribute, too. */
  hasAttributeLabel: boolean
}

/** A checkbox for each value, with its label and the number of products that it would find. */
const ValueCheckboxes = ({ facet, values, hasAttributeLabel, selection }: ValueCheckboxesProps) =>
  values.map((value) => (
    <FacetCheckbox
      key={value.value}
      name={`f.${facet.attribute}`}
      value={value.value}
      isSelected={isSelected(facet, value, selection)}
      selection={selection}
      className="text-sm lg:min-h-7"
    >
      {hasAttributeLabel && <span>{facet.label}</span>}
      <span className={hasAttributeLabel ? 'sr-only' : undefined}>
        {`${hasAttributeLabel ? '：' : ''}${getFilterValueLabel(value.value)}`}
      </span>
      <span className="ml-auto text-muted tabular-nums">{value.count}</span>
    </FacetCheckbox>
  ))
