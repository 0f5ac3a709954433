import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import type { AttributeRecord } from '#contracts/facts/attribute.ts'
import { FACT_GRADE_LABELS, FACT_GRADES } from '#contracts/facts/vocabulary.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { ChoiceTabs } from '../../components/choice-tabs.tsx'
import { ScreenContent, ScreenHeader } from '../../components/screen-header.tsx'
import { usePageQuery } from '../../components/use-page-query.ts'
import { CatalogueFilter } from '../../lists/catalogue-filter.tsx'
import { FilterBar, FilterField, SelectFilter } from '../../lists/filter-bar.tsx'
import { type Filters, useFilters } from '../../lists/use-filters.ts'
import { ATTRIBUTES_KEY, listAttributes } from '../product-facts/fact-calls.ts'
import { DisputeList } from './dispute-list.tsx'
import { FactDrawer, formatFactReference, parseFactReference } from './fact-drawer.tsx'
import { IncompleteProductList } from './incomplete-product-list.tsx'
import { ProductFilter } from './product-filter.tsx'
import { StaleFactList } from './stale-fact-list.tsx'

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
  const attributesQuery = useQuery({ queryKey: ATTRIBUTES_KEY, queryFn: listAttributes })
  const catalogue = filters.get('catalogue')
  const isInCatalogue = ({ catalogues }: AttributeRecord) =>
    catalogue === '' || catalogues.some((item) => item === catalogue)
  const options = (attributesQuery.data ?? [])
    .filter((attribute) => attribute.isActive && isInCatalogue(attribute))
    .map(({ key, label, group }) => ({ value: key, label: `${label}（${group}）` }))
  return <SelectFilter label="属性" options={options} {...filters.getFieldProps('attribute')} />
}
