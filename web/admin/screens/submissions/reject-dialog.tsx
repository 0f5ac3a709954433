import { Input } from 'antd'
import { useId, useState } from 'react'
import { TEXT } from '#contracts/limits.ts'
import type { SubmissionDecision, SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import type { DecisionNotes } from './submission-calls.ts'

type RejectDialogProps = {
  record: SubmissionRecord
  notes: DecisionNotes
  /** Sends the decision; rejects with the error. */
  onSubmit: (review: SubmissionDecision) => Promise<unknown>
  onFailed: (error: unknown) => void
  /** Called after the dialog has closed. */
  onClosed: () => void
}

/** Asks for the reason that is sent to the vendor. */
export function RejectDialog({ record, notes, onSubmit, onFailed, onClosed }: RejectDialogProps) {
  const notesId = useId()
  const initialNotes = notes.vendorNotes ?? record.vendorNotes
  const [vendorNotes, setVendorNotes] = useState(initialNotes)
  return (
    <DecisionDialog
      record={record}
      draft="rejection"
      title={`拒绝“${record.productName}”？`}
      isDirty={vendorNotes !== initialNotes}
      firstFieldId={notesId}
      submitLabel="拒绝"
      isDangerous
      onSubmit={() => onSubmit({ ...notes, status: 'rejected', vendorNotes: vendorNotes.trim() })}
      onFailed={onFailed}
      onClosed={onClosed}
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
        {vendorNotes.trim() === '' && <p className="text-sm text-muted">留空时，厂商只能看到“已拒绝”，看不到原因。</p>}
      </div>
    </DecisionDialog>
  )
}
