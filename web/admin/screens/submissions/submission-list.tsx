import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { ADMIN_PAGES, ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import { submissionReviewCalls } from '#contracts/submission-review/calls.ts'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { SUBMISSION_REVIEW_MESSAGES as MESSAGES } from '#contracts/submissions/messages.ts'
import { SUBMISSION_STATUS_LABELS, SUBMISSION_STATUSES } from '#contracts/submissions/statuses.ts'
import { SUBMISSION_CATEGORIES } from '#contracts/vocabulary.ts'
import { queryOf } from '../../calls/query-of.ts'
import { AssignButton } from '../../lists/assignments/assign-button.tsx'
import { AssigneeFilter } from '../../lists/assignments/assignee-filter.tsx'
import { LateFilter } from '../../lists/assignments/late-filter.tsx'
import { DecisionBar } from '../../lists/bulk-decisions/decision-bar.tsx'
import type { DecisionSelection, QueueItem } from '../../lists/bulk-decisions/use-decision-selection.ts'
import { useDecisionSelection } from '../../lists/bulk-decisions/use-decision-selection.ts'
import { FilterBar, SelectFilter } from '../../lists/filter-bar.tsx'
import { PagedList } from '../../lists/paged-list.tsx'
import { SearchFilter } from '../../lists/search-filter.tsx'
import type { Filters } from '../../lists/use-filters.ts'
import { useCan } from '../../session/session.ts'
import {
  decideSubmissions,
  getSubmissionSearchHint,
  SUBMISSION_READS,
  type SubmissionPage,
} from './submission-calls.ts'
import { SubmissionTable } from './submission-table.tsx'
import { useReviewActions } from './use-review-actions.tsx'

/** Returns a submission as an item of the queue. */
const toQueueItem = ({ _id, version, productName, status }: SubmissionRecord): QueueItem => ({
  id: _id,
  version,
  name: productName,
  isPending: status === 'pending',
})

/** Approves or rejects the selected submissions. */
const SubmissionDecisionBar = ({ selection }: { selection: DecisionSelection<SubmissionRecord> }) => (
  <DecisionBar
    selection={selection}
    noun="条提交"
    rejectLabel="拒绝"
    reasonLabel="给这些厂商的审核意见（厂商凭回执可以看到）"
    approvalConsequence="将在智能体产品目录中创建或更新产品并立即公开。"
    changedCalls={SUBMISSION_READS}
    decide={({ items, isApproved, reason }) =>
      decideSubmissions({
        items,
        status: isApproved ? 'approved' : 'rejected',
        ...(reason !== '' && { vendorNotes: reason }),
      })
    }
    getUrl={(id) => buildPageUrl(ADMIN_PAGES.submissionReview, ADMIN_SCREENS.submissionReview.parameters, { id })}
  >
    <AssignButton
      kind="submission"
      ids={selection.items.map(({ id }) => id)}
      changedCalls={SUBMISSION_READS}
      onAssigned={selection.clear}
    >
      批量分配
    </AssignButton>
  </DecisionBar>
)

const DetailsDialog = lazy(async () => ({ default: (await import('./details-dialog.tsx')).DetailsDialog }))

/** Lists the submissions, which are reviewed and deleted in their rows or in the dialog with their details. */
export function SubmissionList({ filters }: { filters: Filters }) {
  const submissionsQuery = useQuery({
    ...queryOf(submissionReviewCalls.list, { query: filters.queryString }),
    placeholderData: keepPreviousData,
  })
  const canReview = useCan('submissions:write')
  const selection = useDecisionSelection(toQueueItem)
  const canReadContacts = useCan('contacts:read')
  const [openedRecord, setOpenedRecord] = useState<SubmissionRecord | null>(null)
  const [startsAtMessages, setStartsAtMessages] = useState(false)
  /** The opened record as currently listed: someone else may have added notes since it was opened. */
  const latestRecord = submissionsQuery.data?.data.find(({ _id }) => _id === openedRecord?._id) ?? openedRecord
  const close = () => setOpenedRecord(null)
  function open(record: SubmissionRecord, at: { messages: boolean }) {
    setStartsAtMessages(at.messages)
    setOpenedRecord(record)
  }
  const reviewActions = useReviewActions({ onReviewed: close, onRemoved: close })

  return (
    <>
      <FilterBar
        label="筛选产品提交"
        activeCount={filters.countSet(['category', 'status', 'assignee', 'late'])}
        isAlwaysCollapsible
        search={
          <SearchFilter
            label="搜索"
            placeholder={getSubmissionSearchHint(canReadContacts)}
            {...filters.getFieldProps('search')}
          />
        }
      >
        <SelectFilter label="分类" options={CATEGORY_OPTIONS} {...filters.getFieldProps('category')} />
        <SelectFilter label="状态" options={STATUS_OPTIONS} {...filters.getFieldProps('status')} />
        <AssigneeFilter kind="submission" filters={filters} />
        <LateFilter filters={filters} />
      </FilterBar>
      <PagedList
        query={submissionsQuery}
        filters={filters}
        errorMessage={MESSAGES.loadFailed}
        emptyContent={<p>还没有厂商提交产品。网站的“产品提交”页收到提交后，会出现在这里。</p>}
        itemName="提交"
      >
        {(records) => (
          <SubmissionTable
            records={records}
            reviewActions={reviewActions}
            onOpen={(record) => open(record, { messages: false })}
            onOpenMessages={(record) => open(record, { messages: true })}
            selection={canReview ? selection : undefined}
          />
        )}
      </PagedList>
      {submissionsQuery.data && <Counts page={submissionsQuery.data} isFiltered={filters.isFiltered} />}
      {canReview && <SubmissionDecisionBar selection={selection} />}
      <Suspense>
        {latestRecord && (
          <DetailsDialog
            record={latestRecord}
            startsAtMessages={startsAtMessages}
            reviewActions={reviewActions}
            onClose={close}
          />
        )}
      </Suspense>
      {reviewActions.dialog}
    </>
  )
}

const CATEGORY_OPTIONS = SUBMISSION_CATEGORIES.map((category) => ({ value: category, label: category }))
const STATUS_OPTIONS = SUBMISSION_STATUSES.map((status) => ({
  value: status,
  label: SUBMISSION_STATUS_LABELS[status],
}))

type CountsProps = { page: SubmissionPage; isFiltered: boolean }

/** Shows the number of matching submissions, the total if filtered, and the number per status. */
const Counts = ({ page, isFiltered }: CountsProps) => (
  <p role="status" className="flex flex-wrap gap-x-4 gap-y-1 pt-3 text-sm text-muted tabular-nums">
    <span>
      显示{page.data.length}条{isFiltered && `，全部提交${page.total}条`}
    </span>
    {STATUS_OPTIONS.map(({ value, label }) => (
      <span key={value}>
        {label}
        {page.counts[value]}条
      </span>
    ))}
  </p>
)
