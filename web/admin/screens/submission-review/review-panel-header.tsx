import { Button } from 'antd'
import { ArrowLeft } from 'lucide-react'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { revealConversation } from '../submissions/conversation-panel.tsx'
import { CorrectionTag } from '../submissions/correction-tag.tsx'
import { DeadlineTag } from '../submissions/deadline-tag.tsx'
import { formatAge, formatLastDay } from '../submissions/review-deadline.ts'
import { SubmissionStatusTag } from '../submissions/submission-status-tag.tsx'
import { UnreadTag } from '../submissions/unread-tag.tsx'
import { UpdateTag } from '../submissions/update-tag.tsx'

type ReviewPanelHeaderProps = { record: SubmissionRecord; now: number; onBack: () => void }

/** The name and status of a submission and, on a phone, the button that returns to the list. */
export const ReviewPanelHeader = ({ record, now, onBack }: ReviewPanelHeaderProps) => (
  <header className="sticky top-0 z-10 flex items-start gap-2 rounded-t-card border-b border-line bg-surface px-2 py-2 lg:static lg:border-b-0 lg:px-5 lg:pt-3 lg:pb-0">
    <Button
      className="lg:hidden"
      type="text"
      aria-label="返回列表"
      icon={<ArrowLeft className="size-5" aria-hidden />}
      onClick={onBack}
    />
    <div className="min-w-0 flex-1">
      <div className="flex items-center gap-2">
        <h2 className="min-w-0 truncate text-lg" title={record.productName}>
          {record.productName}
        </h2>
        {record.update && <UpdateTag />}
        <SubmissionStatusTag status={record.status} />
        <span className="max-sm:hidden">
          <DeadlineTag dueAt={record.dueAt} now={now} />
        </span>
        <CorrectionTag record={record} now={now} />
        <UnreadTag count={record.unreadMessages} onOpen={revealConversation} />
      </div>
      <div className="lg:hidden">
        <SubmissionOrigin record={record} now={now} />
      </div>
    </div>
  </header>
)

/** Who sent a submission and when, and by when it should be reviewed. */
export const SubmissionOrigin = ({ record, now }: { record: SubmissionRecord; now: number }) => (
  <p
    className="line-clamp-2 text-sm text-muted tabular-nums"
    title={`${record.companyName}，${formatMinute(record.createdAt)}提交`}
  >
    {formatAge(record.createdAt, now)}提交，
    {record.dueAt && `应在${formatLastDay(record.dueAt)}前审核，`}
    {record.companyName}
  </p>
)
