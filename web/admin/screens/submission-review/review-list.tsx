import { useEffect, useRef } from 'react'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { StatusTag } from '../submissions/status-tag.tsx'

type ReviewListProps = {
  records: readonly SubmissionRecord[]
  selection: string | undefined
  onChoose: (id: string) => void
}

/** The submissions of a page, one of them chosen. */
export const SubmissionReviewList = ({ records, selection, onChoose }: ReviewListProps) => (
  <ul aria-label="提交列表" className="panel divide-y divide-line overflow-hidden">
    {records.map((record) => (
      <Entry
        key={record._id}
        record={record}
        isChosen={record._id === selection}
        onChoose={() => onChoose(record._id)}
      />
    ))}
  </ul>
)

function Entry({ record, isChosen, onChoose }: { record: SubmissionRecord; isChosen: boolean; onChoose: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isChosen) button.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    <li>
      <button
        ref={button}
        type="button"
        aria-current={isChosen}
        className={`block w-full cursor-pointer border-0 px-4 py-3 text-left text-ink ${isChosen ? 'bg-indigo-ground' : 'bg-transparent hover:bg-sunken'}`}
        onClick={onChoose}
      >
        <span className="flex items-start justify-between gap-3">
          <span className={`line-clamp-2 min-w-0 font-semibold ${isChosen ? 'text-indigo' : ''}`}>
            {record.productName}
          </span>
          <StatusTag status={record.status} />
        </span>
        <span className="mt-1 line-clamp-2 text-sm text-muted">{record.companyName}</span>
        <span className="block text-sm text-muted tabular-nums">
          {record.category}，{formatMinute(record.createdAt)}
        </span>
      </button>
    </li>
  )
}
