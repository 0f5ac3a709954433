import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import {
  PRODUCT_STATUS_LABELS,
  PRODUCT_STATUSES,
  type ProductFacets,
  type ProductTableFilter,
  ProductTableFilterSchema,
} from '#contracts/products/product-table.ts'
import { CATALOGUE_LABELS, PRODUCT_TABLE_MESSAGES } from '#contracts/products/table-messages.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { queryOf } from '../../calls/query-of.ts'
import { usePageQuery } from '../../components/use-page-query.ts'
import { FilterBar, FilterField, SelectFilter } from '../../lists/filter-bar.tsx'
import { PagedList } from '../../lists/paged-list.tsx'
import { SearchFilter } from '../../lists/search-filter.tsx'
import type { Filters } from '../../lists/use-filters.ts'
import { useCan } from '../../session/session.ts'
import { BulkBar } from './bulk-bar.tsx'
import { ProductTable } from './product-table.tsx'
import { ShortcutHints } from './shortcut-hints.tsx'
import { useProductSelection } from './use-product-selection.ts'

type ProductListProps = { catalogue: Catalogue; filters: Filters }

const SORT_OPTIONS = [
  { value: 'updated-desc', label: '最近更新在前' },
  { value: 'updated-asc', label: '最久未更新在前' },
  { value: 'name-asc', label: '按名称' },
  { value: 'rating-desc', label: '评分从高到低' },
  { value: 'rating-asc', label: '评分从低到高' },
]
const DEFAULT_SORT = 'updated-desc'

/** A paged list of the matching products. The selection is kept across pages. */
export function ProductList({ catalogue, filters }: ProductListProps) {
  const canWrite = useCan('products:write')
  const { query: pageQuery } = usePageQuery(ADMIN_SCREENS.agentProducts.parameters)
  const sort = SORT_OPTIONS.find(({ value }) => value === pageQuery.sort)?.value ?? DEFAULT_SORT
  const queryString = `${filters.queryString}&${toSortQuery(sort)}`
  const productsQuery = useQuery({
    ...queryOf(catalogueCalls.list, { params: { catalogue }, query: queryString }),
    placeholderData: keepPreviousData,
  })
  const filter = parseFilter(filters)
  const selection = useProductSelection(JSON.stringify(filter))
  const { facets } = productsQuery.data ?? {}
  const categories = facets?.categories.map(({ name }) => name) ?? []

  return (
    <>
      <FilterBar
        label="筛选产品"
        activeCount={filters.countSet(['category', 'status'])}
        search={
          <SearchFilter label="搜索" placeholder="名称、标语、描述，也可用拼音" {...filters.getFieldProps('search')} />
        }
      >
        <SelectFilter
          label="类别"
          options={listCategoryOptions(facets, filters.get('category'))}
          {...filters.getFieldProps('category')}
        />
        <SelectFilter label="状态" options={listStatusOptions(facets)} {...filters.getFieldProps('status')} />
        <FilterField label="排序">
          {(id) => (
            <Select
              id={id}
              value={sort}
              options={SORT_OPTIONS}
              onChange={(value) => filters.set({ sort: value === DEFAULT_SORT ? '' : value })}
            />
          )}
        </FilterField>
      </FilterBar>
      <PagedList
        query={productsQuery}
        filters={filters}
        errorMessage={PRODUCT_TABLE_MESSAGES.listFailed}
        emptyContent={<p>{CATALOGUE_LABELS[catalogue]}还没有产品。新建一个，或从表格导入。</p>}
        itemName="产品"
        unit="个"
      >
        {(products) => (
          <>
            {canWrite && <ShortcutHints />}
            <ProductTable catalogue={catalogue} products={products} selection={selection} />
          </>
        )}
      </PagedList>
      {canWrite && (
        <BulkBar
          catalogue={catalogue}
          selection={selection}
          filter={filter}
          total={productsQuery.data?.pagination.totalItems ?? 0}
          categories={categories}
        />
      )}
    </>
  )
}

function toSortQuery(sort: string): string {
  const [field = '', order = ''] = sort.split('-')
  return new URLSearchParams({ sort: field, order }).toString()
}

/** Lists the categories with their counts, also the selected one if no product has it any more. */
function listCategoryOptions(facets: ProductFacets | undefined, selected: string) {
  if (!facets) return []
  const { categories } = facets
  const isInUse = selected === '' || categories.some(({ name }) => name === selected)
  const listed = isInUse ? categories : [{ name: selected, count: 0 }, ...categories]
  return listed.map(({ name, count }) => ({ value: name, label: `${name}（${count}）` }))
}

const listStatusOptions = (facets: ProductFacets | undefined) =>
  PRODUCT_STATUSES.map((value) => ({
    value,
    label: facets ? `${PRODUCT_STATUS_LABELS[value]}（${facets[value]}）` : PRODUCT_STATUS_LABELS[value],
  }))

/** Returns the filters in the URL, or no filters if the status is invalid. */
function parseFilter(filters: Filters): ProductTableFilter {
  const values = ADMIN_SCREENS.agentProducts.filters.map((name) => [name, filters.get(name) || undefined])
  return ProductTableFilterSchema.safeParse(Object.fromEntries(values)).data ?? ProductTableFilterSchema.parse({})
}
