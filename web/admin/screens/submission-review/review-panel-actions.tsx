import { Button } from 'antd'
import { Trash2, Undo2 } from 'lucide-react'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { getUnavailableProps } from '../../components/unavailable-button.ts'
import { QueueButtons } from '../../lists/queue-buttons.tsx'
import { SubmissionOrigin } from './review-panel-header.tsx'

type ReviewPanelActionsProps = {
  record: SubmissionRecord
  now: number
  isBusy: boolean
  onMove: (step: 1 | -1) => void
  /** Absent without write permission. */
  onRemove: (() => void) | undefined
  /** Absent for a pending submission, and without write permission. */
  onWithdraw: (() => void) | undefined
  /** Absent if the submission isn't pending, and without write permission. */
  review: { isBlocked: boolean; approve: () => void; reject: () => void; returnToVendor: () => void } | undefined
}

/** The bar with the actions on a submission; at the bottom of the window on a phone. */
export const ReviewPanelActions = ({
  record,
  now,
  isBusy,
  onMove,
  onRemove,
  onWithdraw,
  review,
}: ReviewPanelActionsProps) => (
  <div className="sticky bottom-0 z-10 order-last flex items-center gap-2 rounded-b-card border-t border-line bg-surface px-2 py-2 lg:static lg:order-none lg:rounded-none lg:border-t-0 lg:border-b lg:px-5">
    <div className="min-w-0 flex-1 max-lg:hidden">
      <SubmissionOrigin record={record} now={now} />
    </div>
    <QueueButtons onMove={onMove} />
    {onRemove && (
      <Button
        danger
        type="text"
        aria-label={`删除${record.productName}`}
        icon={<Trash2 className="size-4" aria-hidden />}
        onClick={onRemove}
        {...getUnavailableProps(isBusy)}
      />
    )}
    {review && (
      <>
        <Button
          aria-keyshortcuts="b"
          onClick={review.returnToVendor}
          {...getUnavailableProps(review.isBlocked, 'max-lg:flex-1')}
        >
          退回补正
        </Button>
        <Button
          danger
          aria-keyshortcuts="r"
          onClick={review.reject}
          {...getUnavailableProps(review.isBlocked, 'max-lg:flex-1')}
        >
          拒绝
        </Button>
        <Button
          type="primary"
          aria-keyshortcuts="a"
          onClick={review.approve}
          {...getUnavailableProps(review.isBlocked, 'max-lg:flex-1')}
        >
          通过
        </Button>
      </>
    )}
    {onWithdraw && (
      <Button
        icon={<Undo2 className="size-4" aria-hidden />}
        onClick={onWithdraw}
        {...getUnavailableProps(isBusy, 'max-lg:flex-1')}
      >
        {record.status === 'returned' ? '撤销退回' : '撤销结果'}
      </Button>
    )}
  </div>
)
