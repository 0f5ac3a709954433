import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { Plus } from 'lucide-react'
import { ADMIN_SCREENS, NEW_ATTRIBUTE } from '#contracts/admin-pages.ts'
import type { AttributeRecord } from '#contracts/facts/attribute.ts'
import { FACT_MESSAGES } from '#contracts/facts/messages.ts'
import { LoadError } from '../../components/load-error.tsx'
import { ScreenContent, ScreenHeader } from '../../components/screen-header.tsx'
import { usePageQuery } from '../../components/use-page-query.ts'
import { CatalogueFilter } from '../../lists/catalogue-filter.tsx'
import { FilterBar } from '../../lists/filter-bar.tsx'
import { SavedViews } from '../../lists/saved-views/saved-views.tsx'
import { SearchFilter } from '../../lists/search-filter.tsx'
import { type Filters, useFilters } from '../../lists/use-filters.ts'
import { useCan } from '../../session/session.ts'
import { attributesQuery } from '../product-facts/fact-calls.ts'
import { AttributeDrawer } from './attribute-drawer.tsx'
import { AttributeGroups } from './attribute-groups.tsx'

/** The attributes screen: all attributes by group, in order. The opened attribute is part of the URL. */
export function AttributesScreen() {
  const canEdit = useCan('products:write')
  const filters = useFilters(ADMIN_SCREENS.attributes.filters)
  const { query, change } = usePageQuery(ADMIN_SCREENS.attributes.parameters)
  const { data: attributes, isPending, isError, error, refetch } = useQuery(attributesQuery)
  const openAttribute = (attribute: string) => change({ attribute })
  return (
    <ScreenContent>
      <ScreenHeader
        title={ADMIN_SCREENS.attributes.title}
        description="产品资料由哪些属性组成，用在哪个目录，能否筛选与对比，多久要重新确认。"
        actions={
          canEdit && (
            <Button
              type="primary"
              icon={<Plus className="size-4" aria-hidden />}
              onClick={() => openAttribute(NEW_ATTRIBUTE)}
            >
              新建属性
            </Button>
          )
        }
      />
      <SavedViews list="attributes" />
      <FilterBar
        label="筛选属性"
        activeCount={filters.countSet(['catalogue'])}
        search={<SearchFilter label="搜索" placeholder="名称、键、分组" {...filters.getFieldProps('search')} />}
      >
        <CatalogueFilter filters={filters} />
      </FilterBar>
      {isPending && <Skeleton active title={false} paragraph={{ rows: 8 }} />}
      {isError && <LoadError error={error} fallback={FACT_MESSAGES.attributesFailed} onRetry={refetch} />}
      {attributes && (
        <AttributeGroups
          allAttributes={attributes}
          listedAttributes={attributes.filter((attribute) => isListed(attribute, filters))}
          canMove={canEdit && !filters.isFiltered}
          onOpen={openAttribute}
          emptyMessage={filters.isFiltered ? '没有符合条件的属性。' : '还没有属性。新建一个，产品资料就能填写它。'}
        />
      )}
      <AttributeDrawer
        attributeKey={query.attribute}
        attributes={attributes ?? []}
        onOpen={(attribute) => change({ attribute }, { replace: true })}
        onClose={() => change({ attribute: '' })}
      />
    </ScreenContent>
  )
}

function isListed({ key, label, group, catalogues }: AttributeRecord, filters: Filters): boolean {
  const search = filters.get('search').toLowerCase()
  const catalogue = filters.get('catalogue')
  return (
    [key, label, group].some((text) => text.toLowerCase().includes(search)) &&
    (catalogue === '' || catalogues.some((item) => item === catalogue))
  )
}
