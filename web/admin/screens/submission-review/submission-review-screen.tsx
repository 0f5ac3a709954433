import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { ADMIN_PAGES, ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { MINUTE_MS } from '#contracts/durations.ts'
import { SUBMISSION_REVIEW_WORKING_DAYS } from '#contracts/limits.ts'
import { submissionReviewCalls } from '#contracts/submission-review/calls.ts'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { SUBMISSION_REVIEW_MESSAGES as MESSAGES } from '#contracts/submissions/messages.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { queryOf } from '../../calls/query-of.ts'
import { LoadError } from '../../components/load-error.tsx'
import { ScreenHeader } from '../../components/screen-header.tsx'
import { useLeaveGuard } from '../../components/use-leave-guard.ts'
import { useNow } from '../../components/use-now.ts'
import { usePageQuery } from '../../components/use-page-query.ts'
import { PagedList } from '../../lists/paged-list.tsx'
import { SavedViews } from '../../lists/saved-views/saved-views.tsx'
import { type Filters, useFilters } from '../../lists/use-filters.ts'
import { useQueue } from '../../lists/use-queue.ts'
import { useCan } from '../../session/session.ts'
import { revealConversation } from '../submissions/conversation-panel.tsx'
import { type SubmissionPage, submissionQuery } from '../submissions/submission-calls.ts'
import { useReviewActions } from '../submissions/use-review-actions.tsx'
import { notesRegistry } from './notes-registry.ts'
import { QueueFilters, toQueueQueryString } from './queue-filters.tsx'
import { SubmissionReviewList } from './submission-review-list.tsx'
import { SubmissionReviewPanel, type View } from './submission-review-panel.tsx'

/** Returns the selected submission: the one in the URL or, on a wide screen, the first one of the list. */
function useSelectedSubmission(page: SubmissionPage | undefined) {
  const { query, change } = usePageQuery(ADMIN_SCREENS.submissionReview.parameters)
  const requestedId = query.id
  const { selectedId, isEntering, select, move } = useQueue({
    page,
    getId: ({ _id }) => _id,
    query,
    selectsFirst: true,
    change,
  })
  const listedRecord = page?.data.find(({ _id }) => _id === selectedId)
  /** A submission that is no longer in the list, because of its decision or the filter, is loaded separately. */
  const requestedQuery = useQuery({
    ...dataOf(submissionQuery(requestedId)),
    enabled: requestedId !== '' && page !== undefined && !listedRecord,
  })

  return {
    record: listedRecord ?? (requestedId === '' ? undefined : requestedQuery.data),
    /** Whether the user selected the submission; otherwise it's the first one of the list. */
    isExplicit: requestedId !== '' || isEntering,
    isPending: requestedId !== '' && !listedRecord && requestedQuery.isPending,
    error: requestedId !== '' && !listedRecord ? requestedQuery.error : null,
    retry: requestedQuery.refetch,
    select,
    move,

    /** Selects the next pending submission of the page after a decision or a deletion, or returns to the list. */
    selectNextPending(handledRecord: SubmissionRecord) {
      const records = page?.data ?? []
      const handledIndex = records.findIndex(({ _id }) => _id === handledRecord._id)
      const isOtherPending = ({ _id, status }: SubmissionRecord) => _id !== handledRecord._id && status === 'pending'
      const next = records.slice(handledIndex + 1).find(isOtherPending) ?? records.find(isOtherPending)
      select(next?._id ?? '')
    },
  }
}

/** The review screen: the list of submissions next to the selected one, each with its own scroll bar. */
export function SubmissionReviewScreen() {
  const filters = useFilters(ADMIN_SCREENS.submissionReview.filters, { status: 'pending' })
  const queryString = toQueueQueryString(filters)
  const now = useNow(MINUTE_MS)
  const submissionsQuery = useQuery({
    ...queryOf(submissionReviewCalls.list, { query: queryString }),
    placeholderData: keepPreviousData,
  })
  const selection = useSelectedSubmission(submissionsQuery.isPlaceholderData ? undefined : submissionsQuery.data)
  const reviewActions = useReviewActions({
    onReviewed: selection.selectNextPending,
    onRemoved: selection.selectNextPending,
    onReviewFailed: ({ _id }) => selection.select(_id),
    onUndone: ({ _id }) => selection.select(_id),
  })
  const hasUnsavedNotes = useSyncExternalStore(notesRegistry.subscribe, notesRegistry.hasUnsavedNotes)
  useLeaveGuard('submission-notes', { isDirty: hasUnsavedNotes })
  const { record } = selection
  // An empty list renders its own panel.
  const isEmpty = submissionsQuery.data?.pagination.totalItems === 0
  /** Preserved when another submission is selected. */
  const [view, setView] = useState<View>('details')
  const [startsAtMessages, setStartsAtMessages] = useState(false)
  // A single column has room for either the list or the selected submission.
  const listClass = selection.isExplicit ? 'max-lg:hidden' : ''

  return (
    <div className="mx-auto flex w-full max-w-[100rem] flex-col px-4 py-4 md:px-6 lg:h-full">
      <div className={selection.isExplicit ? 'max-lg:sr-only' : ''}>
        <ScreenHeader
          title={ADMIN_SCREENS.submissionReview.title}
          description={<ReviewHint />}
          actions={<BulkReviewLink filters={filters} />}
        />
        <SavedViews list="submissionReview" />
      </div>
      <div className={listClass}>
        <QueueFilters filters={filters} counts={submissionsQuery.data?.counts} />
      </div>
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(18rem,25rem)_minmax(0,1fr)]">
        <div className={`${isEmpty ? '' : 'panel'} min-h-0 overflow-hidden lg:overflow-y-auto ${listClass}`}>
          <PagedList
            query={submissionsQuery}
            filters={filters}
            errorMessage={MESSAGES.loadFailed}
            emptyContent={<p>没有待审核的提交。厂商提交产品后，会出现在这里。</p>}
            itemName="提交"
            isFramed
          >
            {(records) => (
              <SubmissionReviewList
                records={records}
                selectedId={record?._id}
                now={now}
                onSelect={(id, atMessages) => {
                  setStartsAtMessages(atMessages)
                  if (atMessages && id === record?._id) revealConversation()
                  selection.select(id)
                }}
              />
            )}
          </PagedList>
        </div>
        <div className={`min-h-0 ${selection.isExplicit ? '' : 'max-lg:hidden'}`}>
          {selection.isPending && <Skeleton active title={false} paragraph={{ rows: 10 }} />}
          {selection.error && (
            <LoadError error={selection.error} fallback={MESSAGES.loadFailed} onRetry={() => void selection.retry()} />
          )}
          {record && (
            <SubmissionReviewPanel
              key={record._id}
              record={record}
              now={now}
              view={view}
              startsAtMessages={startsAtMessages}
              reviewActions={reviewActions}
              onViewChange={setView}
              onMove={selection.move}
              onBack={() => selection.select('')}
              onStay={() => selection.select(record._id)}
            />
          )}
        </div>
      </div>
      {reviewActions.dialog}
    </div>
  )
}

/** Leads to the table of the same submissions, in which many are decided at once. */
function BulkReviewLink({ filters }: { filters: Filters }) {
  const canReview = useCan('submissions:write')
  if (!canReview) return null
  const query = ADMIN_SCREENS.submissions.filters.map((name) => [name, filters.get(name)])
  const search = new URLSearchParams(query.filter(([, value]) => value))
  return (
    <Link to={`${ADMIN_PAGES.submissions}?${search}`} className="inline-flex min-h-11 items-center">
      批量审核
    </Link>
  )
}

const ReviewHint = () => (
  <>
    我们承诺{SUBMISSION_REVIEW_WORKING_DAYS}个工作日内完成初步审核，按周一至周五计算，不计法定节假日与调休。
    <span className="max-lg:hidden">
      按 <kbd>J</kbd>、<kbd>K</kbd> 或 <kbd>↓</kbd>、<kbd>↑</kbd> 切换，<kbd>A</kbd> 通过，<kbd>R</kbd> 拒绝，
      <kbd>B</kbd> 退回补正；
      <kbd>U</kbd> 撤销；对话框中 <kbd>Ctrl</kbd>+<kbd>Enter</kbd> 确认。
    </span>
  </>
)
