import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { PUBLICATION_MESSAGES as MESSAGES } from '#contracts/published-evaluations/messages.ts'
import { PUBLICATION_STATUS_LABELS, PUBLICATION_STATUSES } from '#contracts/published-evaluations/statuses.ts'
import { CatalogueFilter } from '../../lists/catalogue-filter.tsx'
import { FilterBar, SelectFilter } from '../../lists/filter-bar.tsx'
import { PagedList } from '../../lists/paged-list.tsx'
import { SearchFilter } from '../../lists/search-filter.tsx'
import { useFilters } from '../../lists/use-filters.ts'
import { useCan } from '../../session/session.ts'
import { listPublications, PUBLICATIONS_KEY } from './publication-calls.ts'
import { PublicationTable } from './publication-table.tsx'
import { usePublicationActions } from './use-publication-actions.tsx'

/** The publications, with filters and the actions on them. */
export function PublicationList() {
  const filters = useFilters(ADMIN_SCREENS.publishedEvaluations.filters)
  const canPublish = useCan('evaluations:publish')
  const { actions, dialog } = usePublicationActions()
  const publicationsQuery = useQuery({
    queryKey: [...PUBLICATIONS_KEY, 'list', filters.queryString],
    queryFn: () => listPublications(filters.queryString),
    placeholderData: keepPreviousData,
  })
  const statusOptions = PUBLICATION_STATUSES.map((value) => ({
    value,
    label: `${PUBLICATION_STATUS_LABELS[value]}${publicationsQuery.data ? ` ${publicationsQuery.data.counts[value]}` : ''}`,
  }))
  return (
    <>
      <FilterBar
        label="筛选发布的评估"
        activeCount={filters.countSet(['catalogue', 'status'])}
        search={<SearchFilter label="搜索" placeholder="产品、评估项目" {...filters.getFieldProps('search')} />}
      >
        <CatalogueFilter filters={filters} />
        <SelectFilter label="状态" options={statusOptions} {...filters.getFieldProps('status')} />
      </FilterBar>
      <PagedList
        query={publicationsQuery}
        filters={filters}
        errorMessage={MESSAGES.loadFailed}
        emptyContent={<p>还没有发布过评估。工作人员的评估项目定稿后，可以把结果发布到产品页。</p>}
        itemName="评估"
      >
        {(publications) => <PublicationTable publications={publications} actions={canPublish ? actions : undefined} />}
      </PagedList>
      {dialog}
    </>
  )
}
