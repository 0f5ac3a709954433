import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ADMIN_PAGES, ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { MINUTE_MS } from '#contracts/durations.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import { questionModerationCalls } from '#contracts/product-questions/calls.ts'
import { QUESTION_MESSAGES as MESSAGES } from '#contracts/product-questions/messages.ts'
import type { ModeratedPost } from '#contracts/product-questions/post.ts'
import { POST_KIND_LABELS, POST_STATUS_LABELS, POST_STATUSES } from '#contracts/product-questions/statuses.ts'
import { callAdmin } from '../../calls/call.ts'
import { queryOf } from '../../calls/query-of.ts'
import { usePageQuery } from '../../components/use-page-query.ts'
import { ReportedFilter } from '../../lists/abuse-reports/reported-filter.tsx'
import { AssignButton } from '../../lists/assignments/assign-button.tsx'
import { AssigneeFilter } from '../../lists/assignments/assignee-filter.tsx'
import { LateFilter } from '../../lists/assignments/late-filter.tsx'
import { DecisionBar } from '../../lists/bulk-decisions/decision-bar.tsx'
import {
  type DecisionSelection,
  type QueueItem,
  useDecisionSelection,
} from '../../lists/bulk-decisions/use-decision-selection.ts'
import { CatalogueFilter } from '../../lists/catalogue-filter.tsx'
import { FilterBar } from '../../lists/filter-bar.tsx'
import { PagedList } from '../../lists/paged-list.tsx'
import { QueueHint } from '../../lists/queue-buttons.tsx'
import { SearchFilter } from '../../lists/search-filter.tsx'
import { StatusTabs } from '../../lists/status-tabs.tsx'
import { useFilters } from '../../lists/use-filters.ts'
import { useQueue } from '../../lists/use-queue.ts'
import { useCan } from '../../session/session.ts'
import { QuestionDrawer } from './question-drawer.tsx'
import { QuestionTable } from './question-table.tsx'

const CHANGED_CALLS = [questionModerationCalls.list, questionModerationCalls.get]

const toQueueItem = ({ id, version, product, kind, text, status }: ModeratedPost): QueueItem => ({
  id,
  version,
  name: `对${product.name}的${POST_KIND_LABELS[kind]}“${text}”`,
  isPending: status === 'pending',
})

/** Publishes or rejects the selected questions and answers. */
const QuestionDecisionBar = ({ selection }: { selection: DecisionSelection<ModeratedPost> }) => (
  <DecisionBar
    selection={selection}
    noun="条问答"
    rejectLabel="不通过"
    reasonLabel="原因（作者会在“我的问答”和邮件中看到）"
    reasonRequired={MESSAGES.reason}
    approvalConsequence="将立即展示给读者。"
    changedCalls={[questionModerationCalls.list]}
    decide={({ items, isApproved, reason }) =>
      callAdmin(questionModerationCalls.decideMany, {
        body: { items, status: isApproved ? 'published' : 'rejected', reason },
      })
    }
    getUrl={(id) =>
      buildPageUrl(ADMIN_PAGES.reviews, ADMIN_SCREENS.reviews.parameters, { view: 'questions', question: id })
    }
  >
    <AssignButton
      kind="question"
      ids={selection.items.map(({ id }) => id)}
      changedCalls={CHANGED_CALLS}
      onAssigned={selection.clear}
    >
      批量分配
    </AssignButton>
  </DecisionBar>
)

/** The queue of questions about products and answers. The opened one is part of the URL. */
export function QuestionList() {
  const filters = useFilters(ADMIN_SCREENS.reviews.filters, { status: 'pending' })
  const { query, change } = usePageQuery(ADMIN_SCREENS.reviews.parameters)
  const postsQuery = useQuery({
    ...queryOf(questionModerationCalls.list, { query: filters.queryString }),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE_MS,
  })
  const canWrite = useCan('reviews:write')
  const selection = useDecisionSelection(toQueueItem)
  const { select, move, ...queue } = useQueue({
    page: postsQuery.isPlaceholderData ? undefined : postsQuery.data,
    getId: ({ id }) => id,
    query: { id: query.question, page: query.page },
    change: ({ id, ...page }, options) => change({ question: id, ...page }, options),
  })
  return (
    <>
      <StatusTabs
        filters={filters}
        statuses={POST_STATUSES}
        labels={POST_STATUS_LABELS}
        counts={postsQuery.data?.counts}
      />
      <FilterBar
        label="筛选产品问答"
        activeCount={filters.countSet(['catalogue', 'assignee', 'late', 'reported'])}
        search={<SearchFilter label="搜索" placeholder="产品、内容、作者" {...filters.getFieldProps('search')} />}
      >
        <CatalogueFilter filters={filters} />
        <AssigneeFilter kind="question" filters={filters} />
        <LateFilter filters={filters} />
        <ReportedFilter filters={filters} />
      </FilterBar>
      <QueueHint itemName="问答" />
      <PagedList
        query={postsQuery}
        filters={filters}
        errorMessage={MESSAGES.listFailed}
        emptyContent={<p>没有待审核的问答。会员与厂商在产品页面提交后，会出现在这里等待审核。</p>}
        itemName="问答"
        unit="条"
      >
        {(posts) => <QuestionTable posts={posts} onOpen={select} selection={canWrite ? selection : undefined} />}
      </PagedList>
      {canWrite && <QuestionDecisionBar selection={selection} />}
      <QuestionDrawer
        isOpen={query.question !== '' || queue.isEntering}
        id={query.question}
        onMove={move}
        onClose={() => select('')}
      />
    </>
  )
}
