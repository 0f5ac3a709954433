import { type ComponentProps, type ReactNode, useState } from 'react'
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

/** The checkboxes of an attribute's values. */
export function FacetField({ facet, selection }: FacetFieldProps) {
  const [firstValue, ...otherValues] = facet.values
  if (firstValue?.value === YES && otherValues.length === 0)
    return <SupportCheckbox facet={facet} value={firstValue} selection={selection} />
  const isCollapsible = facet.values.length >= MAX_OPEN_VALUES + MIN_COLLAPSED_VALUES
  const openValues = isCollapsible ? facet.values.slice(0, MAX_OPEN_VALUES) : facet.values
  const collapsedValues = facet.values.slice(openValues.length)
  const hasCollapsedSelection = collapsedValues.some((value) => isSelected(facet, value, selection))
  return (
    <fieldset className="my-3 first:mt-0">
      <legend className="text-sm text-muted">{facet.label}</legend>
      <ValueCheckboxes facet={facet} values={openValues} selection={selection} />
      {collapsedValues.length > 0 && (
        <FacetDetails isOpen={hasCollapsedSelection}>
          <summary className="flex min-h-11 items-center text-sm text-indigo lg:min-h-7">
            还有{collapsedValues.length}项
          </summary>
          <ValueCheckboxes facet={facet} values={collapsedValues} selection={selection} />
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

type ValueCheckboxesProps = FacetFieldProps & { values: readonly FacetValue[] }

const ValueCheckboxes = ({ facet, values, selection }: ValueCheckboxesProps) =>
  values.map((value) => (
    <ValueCheckbox key={value.value} facet={facet} value={value} selection={selection}>
      {getFilterValueLabel(value.value)}
    </ValueCheckbox>
  ))

/** The checkbox of an attribute whose only value is yes, such as a supported feature; labelled with the attribute. */
const SupportCheckbox = (props: Omit<ValueCheckboxProps, 'children'>) => (
  <ValueCheckbox {...props}>
    {props.facet.label}
    <span className="sr-only">：{getFilterValueLabel(YES)}</span>
  </ValueCheckbox>
)

type ValueCheckboxProps = FacetFieldProps & { value: FacetValue; children: ReactNode }

/** A checkbox with its label, and the number of products that it would find. */
const ValueCheckbox = ({ facet, value, selection, children }: ValueCheckboxProps) => (
  <FacetCheckbox
    name={`f.${facet.attribute}`}
    value={value.value}
    isSelected={isSelected(facet, value, selection)}
    selection={selection}
    className="text-sm lg:min-h-7"
  >
    {children}
    <span className="ml-auto text-muted tabular-nums">{value.count}</span>
  </FacetCheckbox>
)
