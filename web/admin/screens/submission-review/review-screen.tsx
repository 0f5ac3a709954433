import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Segmented, Skeleton } from 'antd'
import { useState, useSyncExternalStore } from 'react'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import type { SubmissionCounts } from '#contracts/submission-review/submission-review.ts'
import { SUBMISSION_REVIEW_MESSAGES as TEXTS } from '#contracts/submissions/messages.ts'
import { SUBMISSION_CATEGORIES, SUBMISSION_STATUS_LABELS, SUBMISSION_STATUSES } from '#contracts/vocabulary.ts'
import { SelectFilter } from '../../lists/filter-bar.tsx'
import { PagedList } from '../../lists/paged-list.tsx'
import { SearchFilter } from '../../lists/search-filter.tsx'
import { type Filters, useFilters } from '../../lists/use-filters.ts'
import { LoadFailure } from '../../parts/load-failure.tsx'
import { ScreenHead } from '../../parts/screen-head.tsx'
import { useUnsaved } from '../../parts/use-unsaved.tsx'
import { listSubmissions, SUBMISSIONS_KEY } from '../submissions/submission-calls.ts'
import { notesRegistry } from './notes-registry.ts'
import { SubmissionReviewList } from './review-list.tsx'
import { SubmissionReviewPanel, type View } from './review-panel.tsx'
import { useSelectedSubmission } from './use-selected-submission.ts'

/** The review workbench: the submissions beside the one under review (spec 3 §2.6). */
export function Screen() {
  const filters = useFilters(ADMIN_SCREENS.submissionReview.filters)
  const list = useQuery({
    queryKey: [SUBMISSIONS_KEY, filters.query],
    queryFn: () => listSubmissions(filters.query),
    placeholderData: keepPreviousData,
  })
  const selection = useSelectedSubmission(list.isPlaceholderData ? undefined : list.data)
  useUnsaved('submission-notes', { isDirty: useSyncExternalStore(notesRegistry.subscribe, notesRegistry.isAny) })
  const { record } = selection
  /** Stays from one submission to the next. */
  const [view, setView] = useState<View>('details')

  return (
    <div className="mx-auto w-full max-w-[100rem] px-4 py-6 md:px-8">
      {/* One column has room for the list or for the one that is chosen. */}
      <div className={selection.isNamed ? 'max-lg:sr-only' : ''}>
        <ScreenHead title="审核工作台" description={<KeyHint />} />
      </div>
      <div className={selection.isNamed ? 'max-lg:hidden' : ''}>
        <QueueFilters filters={filters} counts={list.data?.counts} />
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(18rem,26rem)_minmax(0,1fr)]">
        <div className={selection.isNamed ? 'max-lg:hidden' : ''}>
          <PagedList
            list={list}
            filters={filters}
            pages={list.data?.pagination}
            failure={TEXTS.loadFailed}
            empty={<p>还没有厂商提交产品，收到提交后会出现在这里。</p>}
            noun="提交"
          >
            <SubmissionReviewList
              records={list.data?.data ?? []}
              selection={record?._id}
              onChoose={(id) => selection.select(id)}
            />
          </PagedList>
        </div>
        <div className={selection.isNamed ? '' : 'max-lg:hidden'}>
          {selection.isPending && <Skeleton active paragraph={{ rows: 10 }} />}
          {selection.error && (
            <LoadFailure error={selection.error} fallback={TEXTS.loadFailed} onRetry={() => void selection.retry()} />
          )}
          {record && (
            <SubmissionReviewPanel
              key={record._id}
              record={record}
              view={view}
              onView={setView}
              onMove={selection.move}
              onBack={() => selection.select('')}
              onRemoved={() => selection.select('')}
            />
          )}
        </div>
      </div>
    </div>
  )
}

const KeyHint = () => (
  <>
    逐条核对厂商提交的产品，给出结论。
    <span className="max-lg:hidden">
      按 <kbd>J</kbd>、<kbd>K</kbd> 或 <kbd>↓</kbd>、<kbd>↑</kbd> 切换，<kbd>A</kbd> 通过，<kbd>R</kbd> 拒绝。
    </span>
  </>
)

function QueueFilters({ filters, counts }: { filters: Filters; counts: SubmissionCounts | undefined }) {
  const all = counts && counts.pending + counts.approved + counts.rejected
  const counted = (label: string, count: number | undefined) => (count === undefined ? label : `${label} ${count}`)
  const options: { value: string; label: string }[] = [
    { value: '', label: counted('全部', all) },
    ...SUBMISSION_STATUSES.map((status) => ({
      value: status,
      label: counted(SUBMISSION_STATUS_LABELS[status], counts?.[status]),
    })),
  ]
  return (
    <search
      className="grid items-end gap-3 pb-4 sm:grid-cols-2 lg:grid-cols-[minmax(0,20rem)_12rem_1fr]"
      aria-label="筛选待审核的提交"
    >
      <SearchFilter
        label="搜索"
        placeholder="产品名称、公司或描述，支持拼音"
        value={filters.value('search')}
        onSearch={(search) => filters.set({ search, id: '' }, { replace: true })}
      />
      <SelectFilter
        label="分类"
        value={filters.value('category')}
        options={SUBMISSION_CATEGORIES.map((category) => ({ value: category, label: category }))}
        onChange={(category) => filters.set({ category, id: '' })}
      />
      <div className="min-w-0 overflow-x-auto sm:col-span-2 lg:col-span-1">
        <Segmented
          aria-label="状态"
          value={filters.value('status')}
          onChange={(status) => filters.set({ status, id: '' })}
          options={options}
        />
      </div>
    </search>
  )
}
