import { Button, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { TEXT } from '#contracts/limits.ts'
import type { SubmissionDecision, SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { restoreFocus } from '../../components/restore-focus.ts'
import { useConfirmBeforeClose } from '../../components/use-confirm-before-close.ts'
import { useTrackUnsavedChanges } from '../../components/use-leave-guard.ts'
import { type DecisionNotes, isAlreadyReviewed } from './submission-calls.ts'

type RejectDialogProps = {
  record: SubmissionRecord
  notes: DecisionNotes
  /** Sends the decision; rejects with the error. */
  onSubmit: (review: SubmissionDecision) => Promise<unknown>
  onFailed: (error: unknown) => void
  /** Called after the dialog has closed. */
  onClosed: () => void
}

/** Asks for the reason that is sent to the vendor. The input is kept until the decision is sent. */
export function RejectDialog({ record, notes, onSubmit, onFailed, onClosed }: RejectDialogProps) {
  const notesId = useId()
  const [isOpen, setIsOpen] = useState(true)
  const [isSubmitting, setIsSubmitting] = useState(false)
  const initialNotes = notes.vendorNotes ?? record.vendorNotes
  const [vendorNotes, setVendorNotes] = useState(initialNotes)
  const isDirty = isOpen && vendorNotes !== initialNotes
  useTrackUnsavedChanges(`rejection:${record._id}`, isDirty)
  const close = useConfirmBeforeClose({ isDirty, onClose: () => setIsOpen(false) })

  async function submit() {
    setIsSubmitting(true)
    try {
      await onSubmit({ ...notes, status: 'rejected', vendorNotes: vendorNotes.trim() })
      setIsOpen(false)
    } catch (error) {
      onFailed(error)
      if (await isAlreadyReviewed(record._id, error)) setIsOpen(false)
    } finally {
      setIsSubmitting(false)
    }
  }

  return (
    <Modal
      open={isOpen}
      title={<span className="line-clamp-2 pr-6">{`拒绝“${record.productName}”？`}</span>}
      footer={null}
      onCancel={close}
      // Not `autoFocus`: Ant Design then moves the focus to the first button, and the reason would be typed into nothing.
      afterOpenChange={(isDialogOpen) => isDialogOpen && document.getElementById(notesId)?.focus()}
      afterClose={() => {
        restoreFocus()
        onClosed()
      }}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <div className="flex flex-col gap-1">
          <label htmlFor={notesId} className="text-sm text-muted">
            给厂商的审核意见（厂商凭回执可以看到）
          </label>
          <Input.TextArea
            id={notesId}
            rows={5}
            maxLength={TEXT.paragraph}
            value={vendorNotes}
            onChange={(event) => setVendorNotes(event.target.value)}
          />
          {vendorNotes.trim() === '' && (
            <p className="text-sm text-muted">留空时，厂商只能看到“已拒绝”，看不到原因。</p>
          )}
        </div>
        <div className="flex justify-end gap-2">
          <Button onClick={close}>取消</Button>
          <Button type="primary" danger htmlType="submit" loading={isSubmitting}>
            拒绝
          </Button>
        </div>
      </form>
    </Modal>
  )
}
