import { useEffect, useRef } from 'react'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { CorrectionTag } from '../submissions/correction-tag.tsx'
import { DeadlineTag } from '../submissions/deadline-tag.tsx'
import { formatAge } from '../submissions/review-deadline.ts'
import { SubmissionStatusTag } from '../submissions/submission-status-tag.tsx'
import { UnreadTag } from '../submissions/unread-tag.tsx'
import { UpdateTag } from '../submissions/update-tag.tsx'

type ReviewListProps = {
  records: readonly SubmissionRecord[]
  selectedId: string | undefined
  now: number
  /** Whether the submission is to be shown at its messages: its mark of unread ones was clicked. */
  onSelect: (id: string, atMessages: boolean) => void
}

/** One page of submissions, two lines each, one of which is selected. */
export const SubmissionReviewList = ({ records, selectedId, now, onSelect }: ReviewListProps) => (
  <ul aria-label="提交列表" className="divide-y divide-line">
    {records.map((record) => (
      <Entry
        key={record._id}
        record={record}
        now={now}
        isSelected={record._id === selectedId}
        onSelect={(atMessages) => onSelect(record._id, atMessages)}
      />
    ))}
  </ul>
)

type EntryProps = {
  record: SubmissionRecord
  now: number
  isSelected: boolean
  onSelect: (atMessages: boolean) => void
}

function Entry({ record, now, isSelected, onSelect }: EntryProps) {
  const button = useRef<HTMLButtonElement>(null)
  const unread = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (isSelected) button.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  return (
    <li>
      <button
        ref={button}
        type="button"
        aria-current={isSelected}
        className={`block w-full cursor-pointer border-0 border-l-4 px-3 py-2 text-left text-base text-ink -outline-offset-2 ${isSelected ? 'border-indigo bg-indigo-tint' : 'border-transparent bg-transparent hover:bg-sunken'}`}
        onClick={({ target }) => onSelect(target instanceof Node && unread.current?.contains(target) === true)}
      >
        <span className="flex items-center justify-between gap-3">
          <span className={`min-w-0 flex-1 truncate font-semibold ${isSelected ? 'text-indigo' : ''}`}>
            {record.productName}
          </span>
          {record.update && <UpdateTag />}
          <span ref={unread} className="empty:hidden">
            <UnreadTag count={record.unreadMessages} />
          </span>
          <CorrectionTag record={record} now={now} />
          {record.status === 'pending' ? (
            <DeadlineTag dueAt={record.dueAt} now={now} />
          ) : (
            <SubmissionStatusTag status={record.status} />
          )}
        </span>
        <span className="flex items-center justify-between gap-3 text-sm text-muted">
          <span className="min-w-0 truncate">
            {record.status === 'pending' && `${record.assignment.assignee?.name ?? '未分配'}，`}
            {record.category}，{record.companyName}
          </span>
          <time
            dateTime={record.createdAt}
            title={formatMinute(record.createdAt)}
            className="whitespace-nowrap tabular-nums"
          >
            {formatAge(record.createdAt, now)}
          </time>
        </span>
      </button>
    </li>
  )
}
