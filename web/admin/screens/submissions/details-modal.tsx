import { Button, Modal } from 'antd'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { useMay } from '../../session/session.ts'
import { StatusTag } from './status-tag.tsx'
import { SubmissionDetails, WrittenNotes } from './submission-details.tsx'
import type { Verdicts } from './use-verdicts.tsx'

type DetailsModalProps = { record: SubmissionRecord; verdicts: Verdicts; onClose: () => void }

/** Everything about a submission, no higher than 90vh (spec 3 §9); its verdict, while it is pending. */
export function DetailsModal({ record, verdicts, onClose }: DetailsModalProps) {
  const canReview = useMay('submissions:write') && record.status === 'pending'
  return (
    <Modal
      open
      centered
      width={760}
      title={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 pr-8">
          <span className="line-clamp-2">{record.productName}</span>
          <StatusTag status={record.status} />
        </span>
      }
      onCancel={onClose}
      styles={{ header: { marginBottom: 16 }, body: { maxHeight: 'calc(90vh - 10rem)', overflowY: 'auto' } }}
      footer={
        canReview && (
          <div className="flex flex-wrap justify-end gap-2">
            <Button danger disabled={verdicts.isBusy} onClick={() => verdicts.reject(record)}>
              拒绝
            </Button>
            <Button type="primary" disabled={verdicts.isBusy} onClick={() => verdicts.approve(record)}>
              通过
            </Button>
          </div>
        )
      }
    >
      {/* What scrolls has to be reachable by the keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the focus, so that keys scroll it. */}
      <section className="flex flex-col gap-6" tabIndex={0} aria-label="提交详情">
        <SubmissionDetails record={record} level="h2" />
        <WrittenNotes record={record} level="h2" />
      </section>
    </Modal>
  )
}
