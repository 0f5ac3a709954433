import { Button, Modal } from 'antd'
import { MINUTE_MS } from '#contracts/durations.ts'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { getUnavailableProps } from '../../components/unavailable-button.ts'
import { useNow } from '../../components/use-now.ts'
import { useReturnFocus } from '../../components/use-return-focus.ts'
import { CommentSection } from '../../lists/comments/comment-section.tsx'
import { useCan } from '../../session/session.ts'
import { ConversationPanel, revealConversation } from './conversation-panel.tsx'
import { CorrectionDetails } from './correction-details.tsx'
import { CorrectionTag } from './correction-tag.tsx'
import { ReviewNotes, SubmissionDetails } from './submission-details.tsx'
import { SubmissionStatusTag } from './submission-status-tag.tsx'
import { UpdateTag } from './update-tag.tsx'
import type { ReviewActions } from './use-review-actions.tsx'

type DetailsDialogProps = {
  record: SubmissionRecord
  /** Whether the dialog opens at the messages with the vendor. */
  startsAtMessages: boolean
  reviewActions: ReviewActions
  onClose: () => void
}

/** Dialog with the details of a submission, and the actions to review it or withdraw the decision. */
export function DetailsDialog({ record, startsAtMessages, reviewActions, onClose }: DetailsDialogProps) {
  useReturnFocus()
  const canWrite = useCan('submissions:write')
  const now = useNow(MINUTE_MS)
  return (
    <Modal
      open
      centered
      width={760}
      title={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 pr-8">
          <span className="line-clamp-2">{record.productName}</span>
          {record.update && <UpdateTag />}
          <SubmissionStatusTag status={record.status} />
          <CorrectionTag record={record} now={now} />
        </span>
      }
      onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && startsAtMessages && revealConversation()}
      styles={{ header: { marginBottom: 16 }, body: { maxHeight: 'calc(90vh - 10rem)', overflowY: 'auto' } }}
      footer={canWrite && <DetailsActions record={record} reviewActions={reviewActions} />}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable, so that it can be scrolled by keyboard. */}
      <section className="flex flex-col gap-6" tabIndex={0} aria-label="提交详情">
        <CorrectionDetails record={record} level="h2" />
        <SubmissionDetails record={record} level="h2" />
        <ConversationPanel key={record._id} record={record} level="h2" />
        <ReviewNotes record={record} level="h2" />
        <CommentSection subject={{ kind: 'submission', id: record._id }} />
      </section>
    </Modal>
  )
}

const DetailsActions = ({ record, reviewActions }: Pick<DetailsDialogProps, 'record' | 'reviewActions'>) =>
  record.status === 'pending' ? (
    <div className="flex flex-wrap justify-end gap-2">
      <Button onClick={() => reviewActions.returnToVendor(record)} {...getUnavailableProps(reviewActions.isBusy)}>
        退回补正
      </Button>
      <Button danger onClick={() => reviewActions.reject(record)} {...getUnavailableProps(reviewActions.isBusy)}>
        拒绝
      </Button>
      <Button
        type="primary"
        onClick={() => reviewActions.approve(record)}
        {...getUnavailableProps(reviewActions.isBusy)}
      >
        通过
      </Button>
    </div>
  ) : (
    <Button onClick={() => reviewActions.withdraw(record)} {...getUnavailableProps(reviewActions.isBusy)}>
      {record.status === 'returned' ? '撤销退回' : '撤销结果'}
    </Button>
  )
