import { ArrowDownWideNarrow, ArrowUpNarrowWide } from 'lucide-react'
import { useId } from 'react'
import type { FilterOptions } from '#contracts/documents/catalogue.ts'
import { PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import { PRODUCT_SORTS, type ProductSort } from '#contracts/vocabulary.ts'
import type { ListChoices } from './use-list-state.ts'

const LABELS: Record<ProductSort, string> = {
  rating: PRODUCT_FIELDS.rating.label,
  name: PRODUCT_FIELDS.name.label,
  verdict: '平台评估',
}

/** The form of the search and the filters, to which the order belongs where no script acts on it. */
export const FILTER_FORM = 'product-filters'

/** Returns a new order: it starts the way that one expects of it. */
export const sortedBy = (sort: ProductSort) => ({ sort, order: sort === 'name' ? 'asc' : 'desc' }) as const

/** By what the list is sorted, and which way; a new sort starts the way one expects of it. */
export function SortControl({ options, choices }: { options: FilterOptions['sortOptions']; choices: ListChoices }) {
  const id = useId()
  const { state, select } = choices
  const isAscending = state.order === 'asc'
  const Drawn = isAscending ? ArrowUpNarrowWide : ArrowDownWideNarrow
  const getLabel = (sort: ProductSort) => options.find(({ value }) => value === sort)?.label || LABELS[sort]
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="sr-only text-sm text-muted sm:not-sr-only">
        排序
      </label>
      <select
        id={id}
        name="sort"
        form={FILTER_FORM}
        value={state.sort}
        className="min-h-11 rounded-lg border border-control bg-surface pr-9 pl-3 hover:border-indigo"
        onChange={({ target }) => {
          const sort = PRODUCT_SORTS.find((existing) => existing === target.value) ?? 'rating'
          select(sortedBy(sort))
        }}
      >
        {PRODUCT_SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {getLabel(sort)}
          </option>
        ))}
      </select>
      <button
        type="button"
        className="inline-flex size-11 items-center justify-center rounded-lg border border-control bg-surface hover:border-indigo hover:text-indigo"
        aria-label={isAscending ? '当前为升序，改为降序' : '当前为降序，改为升序'}
        title={isAscending ? '升序' : '降序'}
        onClick={() => select({ order: isAscending ? 'desc' : 'asc' })}
      >
        <Drawn className="size-5" aria-hidden />
      </button>
    </div>
  )
}
