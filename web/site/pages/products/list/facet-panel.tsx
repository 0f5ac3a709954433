import { ChevronDown, ListFilter, X } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import type { YesNo } from '#contracts/facts/vocabulary.ts'
import type { Facet } from '#contracts/products/facets.ts'
import { getFilterValueLabel } from '#contracts/rules/facts/filter-values.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { Button, getButtonClass } from '../../../components/buttons.tsx'
import { CachedElement } from '../../../components/cached-element.tsx'
import { FacetCheckbox, type FacetSelection, type SelectedFacets } from './facet-checkbox.tsx'
import type { ListState } from './list-state.ts'
import { FILTER_FORM_ID } from './sort-control.tsx'
import { useListState } from './use-list-state.ts'

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
function FacetField({ facet, selection }: FacetFieldProps) {
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
function FacetDetails({ isOpen, ...rest }: ComponentProps<'details'> & { isOpen: boolean }) {
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

const PANEL_ID = 'facet-panel'
/** Groups beyond this number are collapsed, unless they contain a selected value. */
const MAX_OPEN_GROUPS = 2

/** Whether there is anything to filter by, or a filter that left nothing to filter by and can be removed here. */
export const hasFacetPanel = (facets: readonly Facet[], { verified }: Pick<ListState, 'verified'>): boolean =>
  facets.length > 0 || verified

/** The button that opens the panel on a narrow screen. */
export function FacetButton() {
  return (
    <button
      type="button"
      popoverTarget={PANEL_ID}
      className={getButtonClass('outline', 'mb-4 w-full lg:hidden')}
      data-print="none"
    >
      <ListFilter className="size-4" aria-hidden />
      按资料筛选
    </button>
  )
}

type FacetPanelProps = {
  catalogue: Catalogue
  facets: readonly Facet[]
  state: ListState
  /** The path of the page that is filtered, if it isn't the catalogue's list. */
  listPath?: string
}

/**
 * The filters by facts: on narrow screens a drawer, which is a native popover; on wide screens a column next to the
 * list. The checkboxes belong to the search form, so that they also work without script.
 */
export function FacetPanel({ catalogue, facets, state: { facetChoices, verified }, listPath }: FacetPanelProps) {
  return (
    <CachedElement
      element="section"
      component={PanelContent}
      props={{ catalogue, facets, facetChoices, verified, listPath }}
      id={PANEL_ID}
      popover="auto"
      aria-label="按资料筛选"
      className="fixed inset-y-0 right-0 left-auto m-0 h-dvh max-h-none w-88 max-w-[92vw] overflow-y-auto border-l border-line bg-paper px-4 text-ink backdrop:bg-black/50 lg:sticky lg:top-20 lg:block lg:h-auto lg:max-h-[calc(100dvh-6rem)] lg:w-auto lg:border-0 lg:bg-transparent lg:px-0 lg:pr-2"
      data-print="none"
    />
  )
}

type PanelContentProps = Pick<FacetPanelProps, 'catalogue' | 'facets' | 'listPath'> & SelectedFacets

function PanelContent({ catalogue, facets, facetChoices, verified, listPath }: PanelContentProps) {
  const { change } = useListState(catalogue, listPath)
  const selection: FacetSelection = { selected: { facetChoices, verified }, change }
  const groups = [...Map.groupBy(facets, ({ group }) => group)]
  return (
    <>
      <div className="sticky top-0 z-10 flex items-center justify-between bg-paper py-2">
        <h2 className="text-lg">按资料筛选</h2>
        <button
          type="button"
          popoverTarget={PANEL_ID}
          popoverTargetAction="hide"
          aria-label="关闭筛选"
          className="-mr-2 inline-flex size-11 items-center justify-center rounded-lg hover:bg-sunken lg:hidden"
        >
          <X className="size-5" aria-hidden />
        </button>
      </div>
      <FacetCheckbox
        name="verified"
        value="1"
        isSelected={verified}
        selection={selection}
        className="border-b border-line lg:min-h-10"
      >
        只看已核实
      </FacetCheckbox>
      {groups.map(([group, members], index) => (
        <FacetGroup key={group} group={group} facets={members} selection={selection} isOpen={index < MAX_OPEN_GROUPS} />
      ))}
      <div className="sticky bottom-0 bg-paper py-3 lg:hidden noscript:hidden">
        <button
          type="button"
          popoverTarget={PANEL_ID}
          popoverTargetAction="hide"
          className={getButtonClass('primary', 'w-full')}
        >
          查看结果
        </button>
      </div>
      <noscript>
        <Button type="submit" form={FILTER_FORM_ID} className="my-3 w-full">
          应用筛选
        </Button>
      </noscript>
    </>
  )
}

type FacetGroupProps = { facets: readonly Facet[]; selection: FacetSelection; group: string; isOpen: boolean }

function FacetGroup({ group, facets, selection, isOpen }: FacetGroupProps) {
  const { facetChoices } = selection.selected
  const selectedCount = facets.reduce((sum, { attribute }) => sum + (facetChoices[attribute]?.length ?? 0), 0)
  return (
    <FacetDetails isOpen={isOpen || selectedCount > 0} className="group border-b border-line">
      <summary className="flex min-h-11 list-none items-center gap-2 font-medium [&::-webkit-details-marker]:hidden">
        {group}
        {selectedCount > 0 && <span className="text-sm text-indigo">已选{selectedCount}项</span>}
        <ChevronDown className="ml-auto size-4 text-muted group-open:rotate-180" aria-hidden />
      </summary>
      <div className="pb-3">
        {facets.map((facet) => (
          <FacetField key={facet.attribute} facet={facet} selection={selection} />
        ))}
      </div>
    </FacetDetails>
  )
}
