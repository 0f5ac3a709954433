import { ArrowDownWideNarrow, ArrowUpNarrowWide } from 'lucide-react'
import { useId } from 'react'
import type { FilterOptions } from '#contracts/documents/catalogue.ts'
import { PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import { PRODUCT_SORTS, type ProductSort } from '#contracts/vocabulary.ts'
import type { ListController } from './use-list-state.ts'

const LABELS: Record<ProductSort, string> = {
  rating: PRODUCT_FIELDS.rating.label,
  name: PRODUCT_FIELDS.name.label,
  verdict: '平台评估',
}

/** The id of the search and filter form. Controls outside it refer to it, so that they work without script. */
export const FILTER_FORM_ID = 'product-filters'

/** Returns a sort with its default direction: names ascend, ratings and verdicts descend. */
export const sortBy = (sort: ProductSort) => ({ sort, order: sort === 'name' ? 'asc' : 'desc' }) as const

/** Selects the sort field and direction; a new field starts with its default direction. */
export function SortControl({ options, list }: { options: FilterOptions['sortOptions']; list: ListController }) {
  const id = useId()
  const { state, change } = list
  const isAscending = state.order === 'asc'
  const DirectionIcon = isAscending ? ArrowUpNarrowWide : ArrowDownWideNarrow
  const getLabel = (sort: ProductSort) => options.find(({ value }) => value === sort)?.label || LABELS[sort]
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="sr-only text-sm text-muted sm:not-sr-only">
        排序
      </label>
      <select
        id={id}
        name="sort"
        form={FILTER_FORM_ID}
        value={state.sort}
        className="min-h-11 rounded-lg border border-control bg-surface pr-9 pl-3 hover:border-indigo"
        onChange={({ target }) => {
          const sort = PRODUCT_SORTS.find((existing) => existing === target.value) ?? 'rating'
          change(sortBy(sort))
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
        onClick={() => change({ order: isAscending ? 'desc' : 'asc' })}
      >
        <DirectionIcon className="size-5" aria-hidden />
      </button>
    </div>
  )
}
