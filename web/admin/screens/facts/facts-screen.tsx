import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import type { CallReply } from '#contracts/call.ts'
import type { AttributeRecord } from '#contracts/facts/attribute.ts'
import { factEditingCalls } from '#contracts/facts/calls.ts'
import { formatFactReference } from '#contracts/facts/fact-reference.ts'
import { FACT_GRADE_LABELS, FACT_GRADES } from '#contracts/facts/vocabulary.ts'
import { SEARCH_DEBOUNCE_MS } from '#contracts/limits.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { CATALOGUES } from '#contracts/vocabulary.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { queryOf } from '../../calls/query-of.ts'
import { ChoiceTabs } from '../../components/choice-tabs.tsx'
import { CLEAR_BUTTON } from '../../components/clear-button.tsx'
import { ScreenContent, ScreenHeader } from '../../components/screen-header.tsx'
import { useDebounced } from '../../components/use-debounced.ts'
import { usePageQuery } from '../../components/use-page-query.ts'
import { AssigneeFilter } from '../../lists/assignments/assignee-filter.tsx'
import { LateFilter } from '../../lists/assignments/late-filter.tsx'
import { CatalogueFilter } from '../../lists/catalogue-filter.tsx'
import { FilterBar, FilterField, SelectFilter } from '../../lists/filter-bar.tsx'
import { SavedViews } from '../../lists/saved-views/saved-views.tsx'
import { type Filters, useFilters } from '../../lists/use-filters.ts'
import { attributesQuery } from '../product-facts/fact-calls.ts'
import { DisputeList } from './dispute-list.tsx'
import { FactDrawer, parseFactReference } from './fact-drawer.tsx'
import { IncompleteProductList } from './incomplete-product-list.tsx'
import { StaleFactList } from './stale-fact-list.tsx'

type ProductPage = CallReply<typeof catalogueCalls.list>

/** Returns the products with a name as options; of both catalogues if `catalogue` is undefined. */
const useFoundProducts = (search: string, catalogue: Catalogue | undefined) =>
  useQueries({
    queries: (catalogue ? [catalogue] : CATALOGUES).map((searchedCatalogue) => ({
      ...queryOf(catalogueCalls.list, { params: { catalogue: searchedCatalogue }, query: { search } }),
      placeholderData: keepPreviousData,
      select: (page: ProductPage) =>
        page.data.map(({ id, name }) => ({ value: id, label: name, catalogue: searchedCatalogue })),
    })),
    combine: (results) => ({
      options: results.flatMap(({ data }) => data ?? []),
      isFetching: results.some(({ isFetching }) => isFetching),
    }),
  })

/** Filters by one product, which is searched by name, and by its catalogue. */
function ProductFilter({ filters }: { filters: Filters }) {
  const productId = filters.get('product')
  const catalogue = CATALOGUES.find((item) => item === filters.get('catalogue'))
  const [input, setInput] = useState('')
  const search = useDebounced(input, SEARCH_DEBOUNCE_MS)
  const found = useFoundProducts(search, catalogue)
  const selectedProductQuery = useQuery({
    ...dataOf(queryOf(factEditingCalls.get, { params: { catalogue: catalogue ?? 'agent', id: productId } })),
    enabled: productId !== '' && catalogue !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  // The products that were found may not include the selected one.
  const selectedOption = { value: productId, label: selectedProductQuery.data?.productName ?? '所选产品' }
  const otherOptions = found.options.filter(({ value }) => value !== productId)

  function selectProduct(id: string | undefined) {
    const catalogueOfProduct = found.options.find(({ value }) => value === id)?.catalogue
    if (catalogueOfProduct) filters.set({ product: id ?? '', catalogue: catalogueOfProduct })
    else filters.set({ product: id ?? '' })
  }

  return (
    <FilterField label="产品">
      {(id) => (
        <Select
          id={id}
          allowClear={CLEAR_BUTTON}
          placeholder="全部"
          showSearch={{ filterOption: false, onSearch: setInput }}
          loading={found.isFetching}
          notFoundContent="没有这个名称的产品"
          value={productId || undefined}
          options={productId === '' ? otherOptions : [selectedOption, ...otherOptions]}
          onChange={selectProduct}
        />
      )}
    </FilterField>
  )
}

const VIEW_OPTIONS = [
  { value: 'stale', label: '待确认' },
  { value: 'unknown', label: '未知' },
  { value: 'disputed', label: '说法不一' },
] as const
const GRADE_OPTIONS = FACT_GRADES.map((value) => ({ value, label: FACT_GRADE_LABELS[value] }))
const ORDER_OPTIONS = [
  { value: 'age' as const, label: '过期最久的在前' },
  { value: 'views' as const, label: '浏览最多的产品在前' },
]

/** The fact maintenance screen: stale facts to confirm, unknown facts to research, and disputed facts to resolve. */
export function FactsScreen() {
  const filters = useFilters(ADMIN_SCREENS.facts.filters)
  const { query, change } = usePageQuery(ADMIN_SCREENS.facts.parameters)
  const { view, order } = query
  const openFact = ({ product, attribute }: { product: { id: string; catalogue: Catalogue }; attribute: string }) =>
    change({ fact: formatFactReference({ catalogue: product.catalogue, id: product.id, attribute }) })
  return (
    <ScreenContent>
      <ScreenHeader
        title={ADMIN_SCREENS.facts.title}
        description="资料过了保鲜期要重新确认，浏览多的产品缺什么先补什么，来源说法不一的要核对。"
      />
      <SavedViews list="facts" />
      <ChoiceTabs
        label="要做什么"
        options={VIEW_OPTIONS}
        value={view}
        onChange={(newView) => change({ view: newView, page: 1 })}
      />
      <FilterBar
        label="筛选资料"
        activeCount={filters.countSet(['catalogue', 'attribute', 'grade'])}
        search={<ProductFilter filters={filters} />}
      >
        <CatalogueFilter filters={filters} />
        <AttributeFilter filters={filters} />
        {view !== 'unknown' && (
          <SelectFilter label="等级" options={GRADE_OPTIONS} {...filters.getFieldProps('grade')} />
        )}
        {view === 'stale' && (
          <>
            <AssigneeFilter kind="fact" filters={filters} />
            <LateFilter filters={filters} />
          </>
        )}
        {view === 'stale' && (
          <FilterField label="排序">
            {(id) => (
              <Select
                id={id}
                value={order}
                options={ORDER_OPTIONS}
                onChange={(value) => change({ order: value, page: 1 })}
              />
            )}
          </FilterField>
        )}
      </FilterBar>
      {view === 'stale' && <StaleFactList filters={filters} order={order} onOpen={openFact} />}
      {view === 'unknown' && <IncompleteProductList filters={filters} onOpen={openFact} />}
      {view === 'disputed' && <DisputeList filters={filters} onOpen={openFact} />}
      <FactDrawer reference={parseFactReference(query.fact)} onClose={() => change({ fact: '' })} />
    </ScreenContent>
  )
}

function AttributeFilter({ filters }: { filters: Filters }) {
  const { data: allAttributes = [] } = useQuery(attributesQuery)
  const catalogue = filters.get('catalogue')
  const isInCatalogue = ({ catalogues }: AttributeRecord) =>
    catalogue === '' || catalogues.some((item) => item === catalogue)
  const options = allAttributes
    .filter((attribute) => attribute.isActive && isInCatalogue(attribute))
    .map(({ key, label, group }) => ({ value: key, label: `${label}（${group}）` }))
  return <SelectFilter label="属性" options={options} {...filters.getFieldProps('attribute')} />
}
