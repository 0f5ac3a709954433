import { ChevronDown, SlidersHorizontal } from 'lucide-react'
import { useId, useRef } from 'react'
import type { CataloguePage } from '#contracts/documents/catalogue.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import { PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import { isAllOption } from '#contracts/rules/product-filter.ts'
import { ALL, type Catalogue, RECOMMENDATIONS } from '#contracts/vocabulary.ts'
import { Button } from '../../../components/buttons.tsx'
import { CachedElement } from '../../../components/cached-element.tsx'
import { CONTROL_CLASS } from '../../../components/control-class.ts'
import { countActiveFilters, type ListState } from './list-state.ts'
import { SearchBox } from './search-box.tsx'
import { FILTER_FORM_ID } from './sort-control.tsx'
import { type ListController, useListState } from './use-list-state.ts'
import { usePreHydrationFilters } from './use-pre-hydration-filters.ts'

type FilterName = 'type' | 'category' | 'price' | 'verdict'
type Option = { value: string; label: string }

const toOptions = (values: readonly string[]): Option[] => values.map((value) => ({ value, label: value }))

type FilterBarProps = { catalogue: Catalogue; page: CataloguePage; list: ListController }

/** The search box and the filters; on narrow screens, the filters are collapsed, and their number is shown. */
export function FilterBar({ catalogue, page, list }: FilterBarProps) {
  const { state, change } = list
  const form = useRef<HTMLFormElement>(null)
  usePreHydrationFilters(form, list)
  const filters: { name: FilterName; label: string; options: Option[] }[] = [
    { name: 'type', label: PRODUCT_FIELDS.deploymentTypes.label, options: page.filterOptions.types },
    { name: 'category', label: PRODUCT_FIELDS.category.label, options: toOptions(page.categories) },
    { name: 'price', label: PRODUCT_FIELDS.price.label, options: toOptions(page.priceRanges) },
    { name: 'verdict', label: '平台评估', options: toOptions(RECOMMENDATIONS) },
  ]
  return (
    <search>
      <form
        ref={form}
        id={FILTER_FORM_ID}
        method="get"
        className="grid gap-4 lg:grid-cols-[1fr_2.2fr] lg:items-end"
        data-print="none"
        onSubmit={(event) => event.preventDefault()}
      >
        {state.compare.length > 0 && (
          <input type="hidden" name="compare" value={SITE_PAGES.products.parameters.compare.format(state.compare)} />
        )}
        <SearchBox search={state.search} onSearch={(search, isTyping) => change({ search }, { replace: isTyping })} />
        <details className="unfolds-when-wide group">
          <summary className="flex h-12 list-none items-center gap-2 rounded-lg border border-control bg-surface px-3.5 [&::-webkit-details-marker]:hidden">
            <SlidersHorizontal className="size-4 text-muted" aria-hidden />
            <FilterCount state={state} />
            <ChevronDown className="ml-auto size-4 text-muted group-open:rotate-180" aria-hidden />
          </summary>
          <div className="grid gap-4 pt-4 sm:grid-cols-2 md:grid-cols-4 lg:pt-0">
            {filters.map(({ name, label, options }) => (
              <FilterSelect
                key={name}
                catalogue={catalogue}
                name={name}
                label={label}
                options={options}
                value={state[name]}
              />
            ))}
          </div>
        </details>
        <noscript>
          <Button type="submit" className="w-full">
            查找
          </Button>
        </noscript>
      </form>
    </search>
  )
}

function FilterCount({ state }: { state: ListState }) {
  const count = countActiveFilters(state)
  if (count === 0) return <span>筛选</span>
  return (
    <span>
      筛选<span className="text-indigo">（已选{count}项）</span>
    </span>
  )
}

type FilterSelectProps = {
  catalogue: Catalogue
  name: FilterName
  label: string
  options: readonly Option[]
  value: string
}

const FilterSelect = (props: FilterSelectProps) => (
  <CachedElement element="div" component={SelectContent} props={{ ...props, id: useId() }} />
)

function SelectContent({ id, catalogue, name, label, options, value }: FilterSelectProps & { id: string }) {
  const { change } = useListState(catalogue)
  return (
    <>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <select
        id={id}
        name={name}
        value={value}
        className={`${CONTROL_CLASS} h-12 pr-9 ${value === '' ? '' : 'border-indigo bg-indigo-tint'}`}
        onChange={({ target }) => change({ [name]: target.value })}
      >
        <option value="">{ALL}</option>
        {listSelectableOptions(options, value).map((option) => (
          <option key={option.value} value={option.value}>
            {option.label || option.value}
          </option>
        ))}
      </select>
    </>
  )
}

/** Lists the options besides the one for all, including a selected value of a shared URL that is no longer offered. */
function listSelectableOptions(options: readonly Option[], selectedValue: string): Option[] {
  const offeredOptions = options.filter(({ value }) => !isAllOption(value))
  const isOffered = offeredOptions.some(({ value }) => value === selectedValue)
  if (selectedValue === '' || isOffered) return offeredOptions
  return [...offeredOptions, ...toOptions([selectedValue])]
}
