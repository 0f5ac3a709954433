import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ADMIN_PAGES, ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { MINUTE_MS } from '#contracts/durations.ts'
import { reviewModerationCalls } from '#contracts/member-reviews/calls.ts'
import { MEMBER_REVIEW_STATUS_LABELS, MEMBER_REVIEW_STATUSES } from '#contracts/member-reviews/choices.ts'
import { MEMBER_REVIEW_MESSAGES, MEMBER_REVIEW_MESSAGES as MESSAGES } from '#contracts/member-reviews/messages.ts'
import type { ModeratedReview } from '#contracts/member-reviews/moderation.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import { queryOf } from '../../calls/query-of.ts'
import { usePageQuery } from '../../components/use-page-query.ts'
import { ReportedFilter } from '../../lists/abuse-reports/reported-filter.tsx'
import { AssignButton } from '../../lists/assignments/assign-button.tsx'
import { AssigneeFilter } from '../../lists/assignments/assignee-filter.tsx'
import { LateFilter } from '../../lists/assignments/late-filter.tsx'
import { DecisionBar } from '../../lists/bulk-decisions/decision-bar.tsx'
import type { DecisionSelection, QueueItem } from '../../lists/bulk-decisions/use-decision-selection.ts'
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
import { decideReviews } from './member-review-calls.ts'
import { MemberReviewDrawer } from './member-review-drawer.tsx'
import { MemberReviewTable } from './member-review-table.tsx'

/** Returns a review as an item of the queue. */
const toQueueItem = ({ id, version, product, author, status }: ModeratedReview): QueueItem => ({
  id,
  version,
  name: `${author?.name ?? '会员'}对${product.name}的评价`,
  isPending: status === 'pending',
})

/** Publishes or rejects the selected reviews. */
const ReviewDecisionBar = ({ selection }: { selection: DecisionSelection<ModeratedReview> }) => (
  <DecisionBar
    selection={selection}
    noun="条评价"
    rejectLabel="不通过"
    reasonLabel="原因（评价人会在“我的评价”和邮件中看到）"
    reasonRequired={MESSAGES.reason}
    approvalConsequence="将立即展示给读者。"
    changedCalls={[reviewModerationCalls.list]}
    decide={({ items, isApproved, reason }) =>
      decideReviews({ items, status: isApproved ? 'published' : 'rejected', reason })
    }
    getUrl={(id) => buildPageUrl(ADMIN_PAGES.reviews, ADMIN_SCREENS.reviews.parameters, { review: id })}
  >
    <AssignButton
      kind="memberReview"
      ids={selection.items.map(({ id }) => id)}
      changedCalls={[reviewModerationCalls.list, reviewModerationCalls.get]}
      onAssigned={selection.clear}
    >
      批量分配
    </AssignButton>
  </DecisionBar>
)

/** The queue of members' reviews. The opened review is part of the URL. */
export function MemberReviewList() {
  const filters = useFilters(ADMIN_SCREENS.reviews.filters, { status: 'pending' })
  const { query, change } = usePageQuery(ADMIN_SCREENS.reviews.parameters)
  const reviewsQuery = useQuery({
    ...queryOf(reviewModerationCalls.list, { query: filters.queryString }),
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
        activeCount={filters.countSet(['catalogue', 'assignee', 'late', 'reported'])}
        search={<SearchFilter label="搜索" placeholder="产品、内容、评价人" {...filters.getFieldProps('search')} />}
      >
        <CatalogueFilter filters={filters} />
        <AssigneeFilter kind="memberReview" filters={filters} />
        <LateFilter filters={filters} />
        <ReportedFilter filters={filters} />
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
