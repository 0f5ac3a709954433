/** The filters of the review queue. */
import { Segmented } from 'antd'
import { AlarmClock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SubmissionCounts } from '#contracts/submission-review/submission-review.ts'
import { SUBMISSION_STATUS_LABELS, SUBMISSION_STATUSES } from '#contracts/submissions/statuses.ts'
import { ALL, SUBMISSION_CATEGORIES } from '#contracts/vocabulary.ts'
import { AssigneeFilter } from '../../lists/assignments/assignee-filter.tsx'
import { SelectFilter } from '../../lists/filter-bar.tsx'
import { SearchFilter } from '../../lists/search-filter.tsx'
import type { Filters } from '../../lists/use-filters.ts'
import { useCan } from '../../session/session.ts'
import { getSubmissionSearchHint } from '../submissions/submission-calls.ts'

/** Returns the query string of the queue in the URL; pending submissions are sorted by age, oldest first. */
export function toQueueQueryString(filters: Filters): string {
  const query = new URLSearchParams(filters.queryString)
  if (filters.get('status') === 'pending') query.set('order', 'asc')
  return query.toString()
}

/** The choice of the late submissions, which are pending. */
const LATE = 'late'

const CATEGORY_OPTIONS = SUBMISSION_CATEGORIES.map((category) => ({ value: category, label: category }))

/** The choice of the submissions with unread messages, in any status. */
const UNREAD = 'unread'

/** Returns the filters of a choice. */
function toStatusFilters(choice: string): { status: string; late: string; unread: string } {
  if (choice === LATE) return { status: 'pending', late: 'true', unread: '' }
  if (choice === UNREAD) return { status: '', late: '', unread: 'true' }
  return { status: choice === ALL ? '' : choice, late: '', unread: '' }
}

function getChoice(filters: Filters): string {
  if (filters.get('unread') === 'true') return UNREAD
  return filters.get('late') === 'true' ? LATE : filters.get('status') || ALL
}

type QueueFiltersProps = {
  filters: Filters
  /** The number of submissions per status; `undefined` before they are loaded. */
  counts: SubmissionCounts | undefined
}

export function QueueFilters({ filters, counts }: QueueFiltersProps) {
  const canReadContacts = useCan('contacts:read')
  const withCount = (label: string, count: number | undefined) => (count === undefined ? label : `${label} ${count}`)
  const hasLate = (counts?.late ?? 0) > 0
  const options: { value: string; label: string; icon?: ReactNode }[] = [
    ...SUBMISSION_STATUSES.map((status) => ({
      value: status,
      label: withCount(SUBMISSION_STATUS_LABELS[status], counts?.[status]),
    })),
    { value: ALL, label: ALL },
    {
      value: LATE,
      label: withCount('已逾期', counts?.late),
      icon: hasLate && <AlarmClock className="inline size-4 text-danger" aria-hidden />,
    },
    { value: UNREAD, label: withCount('有未读消息', counts?.unread) },
  ]
  return (
    <search
      className="grid items-end gap-3 pb-4 sm:grid-cols-2 lg:grid-cols-[minmax(0,20rem)_11rem_11rem]"
      aria-label="筛选待审核的提交"
    >
      <SearchFilter
        label="搜索"
        placeholder={getSubmissionSearchHint(canReadContacts)}
        value={filters.get('search')}
        onChange={(search, options) => filters.set({ search, id: '' }, options)}
      />
      <SelectFilter
        label="分类"
        value={filters.get('category')}
        options={CATEGORY_OPTIONS}
        onChange={(category) => filters.set({ category, id: '' })}
      />
      <AssigneeFilter kind="submission" filters={filters} />
      <div className="min-w-0 overflow-x-auto sm:col-span-full">
        <Segmented
          aria-label="状态"
          value={getChoice(filters)}
          onChange={(choice) => filters.set({ ...toStatusFilters(choice), id: '' })}
          options={options}
        />
      </div>
    </search>
  )
}
