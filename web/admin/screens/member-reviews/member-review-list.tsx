import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { MINUTE_MS } from '#contracts/durations.ts'
import { MEMBER_REVIEW_STATUS_LABELS, MEMBER_REVIEW_STATUSES } from '#contracts/member-reviews/choices.ts'
import { MEMBER_REVIEW_MESSAGES } from '#contracts/member-reviews/messages.ts'
import { usePageQuery } from '../../components/use-page-query.ts'
import { useDecisionSelection } from '../../lists/bulk-decisions/use-decision-selection.ts'
import { CatalogueFilter } from '../../lists/catalogue-filter.tsx'
import { FilterBar } from '../../lists/filter-bar.tsx'
import { PagedList } from '../../lists/paged-list.tsx'
import { QueueHint } from '../../lists/queue-buttons.tsx'
import { SearchFilter } from '../../lists/search-filter.tsx'
import { StatusTabs } from '../../lists/status-tabs.tsx'
import { useFilters } from '../../lists/use-filters.ts'
import { useQueue } from '../../lists/use-queue.ts'
import { useCan } from '../../session/session.ts'
import { listMemberReviews, MEMBER_REVIEWS_KEY } from './member-review-calls.ts'
import { MemberReviewDrawer } from './member-review-drawer.tsx'
import { MemberReviewTable } from './member-review-table.tsx'
import { ReviewDecisionBar, toQueueItem } from './review-decision-bar.tsx'

/** The queue of members' reviews. The opened review is part of the URL. */
export function MemberReviewList() {
  const filters = useFilters(ADMIN_SCREENS.productReviews.filters, { status: 'pending' })
  const { query, change } = usePageQuery(ADMIN_SCREENS.productReviews.parameters)
  const reviewsQuery = useQuery({
    queryKey: [...MEMBER_REVIEWS_KEY, filters.queryString],
    queryFn: () => listMemberReviews(filters.queryString),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE_MS,
  })
  const canWrite = useCan('reviews:write')
  const selection = useDecisionSelection(toQueueItem)
  const { select, move, ...queue } = useQueue({
    page: reviewsQuery.isPlaceholderData ? undefined : reviewsQuery.data,
    getId: ({ id }) => id,
    query: { id: query.review, page: query.page },
    change: ({ id, ...page }, options) => change({ review: id, ...page }, options),
  })
  return (
    <>
      <StatusTabs
        filters={filters}
        statuses={MEMBER_REVIEW_STATUSES}
        labels={MEMBER_REVIEW_STATUS_LABELS}
        counts={reviewsQuery.data?.counts}
      />
      <FilterBar
        label="筛选会员评价"
        activeCount={filters.countSet(['catalogue'])}
        search={<SearchFilter label="搜索" placeholder="产品、内容、评价人" {...filters.getFieldProps('search')} />}
      >
        <CatalogueFilter filters={filters} />
      </FilterBar>
      <QueueHint itemName="评价" />
      <PagedList
        query={reviewsQuery}
        filters={filters}
        errorMessage={MEMBER_REVIEW_MESSAGES.listFailed}
        emptyContent={<p>没有待审核的会员评价。会员在产品页面提交后，会出现在这里等待审核。</p>}
        itemName="评价"
        unit="条"
      >
        {(reviews) => (
          <MemberReviewTable reviews={reviews} onOpen={select} selection={canWrite ? selection : undefined} />
        )}
      </PagedList>
      {canWrite && <ReviewDecisionBar selection={selection} />}
      <MemberReviewDrawer
        isOpen={query.review !== '' || queue.isEntering}
        id={query.review}
        onMove={move}
        onClose={() => select('')}
      />
    </>
  )
}
