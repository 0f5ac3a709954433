import { Button, Modal } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { DECISION_MAIL_DELAY_MS } from '#contracts/limits.ts'
import type { SubmissionRecord, SubmissionReturn } from '#contracts/submission-review/submission-review.ts'
import { FORM_PARTS, type FormPart } from '#contracts/submissions/form-parts.ts'
import { RETURN_MESSAGES as MESSAGES } from '#contracts/submissions/messages.ts'
import type { ReturnReason } from '#contracts/submissions/return-reasons.ts'
import { restoreFocus } from '../../components/restore-focus.ts'
import { useConfirmBeforeClose } from '../../components/use-confirm-before-close.ts'
import { useTrackUnsavedChanges } from '../../components/use-leave-guard.ts'
import { ReasonField } from './reason-field.tsx'
import { type DecisionNotes, isAlreadyReviewed } from './submission-calls.ts'

type ReturnDialogProps = {
  record: SubmissionRecord
  notes: DecisionNotes
  /** Sends the return; rejects with the error. */
  onSubmit: (review: SubmissionReturn) => Promise<unknown>
  onFailed: (error: unknown) => void
  /** Called after the dialog has closed. */
  onClosed: () => void
}

/** The key identifies a reason while its part is changed. */
type DraftReason = ReturnReason & { key: number }

const findUnusedPart = (reasons: readonly ReturnReason[], preferred: FormPart): FormPart =>
  [preferred, ...FORM_PARTS].find((part) => !reasons.some(({ path }) => path === part)) ?? preferred

/** Returns the reasons with which the dialog starts: those of a return that was withdrawn, or one to be written. */
const getInitialReasons = ({ reasons }: SubmissionRecord): readonly DraftReason[] =>
  (reasons.length > 0 ? reasons : [{ path: 'productDescription', message: '' } as const]).map((reason, key) => ({
    ...reason,
    key,
  }))

/** Asks what the vendor has to correct, part by part of the form. The input is kept until the return is sent. */
export function ReturnDialog({ record, notes, onSubmit, onFailed, onClosed }: ReturnDialogProps) {
  const [isOpen, setIsOpen] = useState(true)
  const [isSubmitting, setIsSubmitting] = useState(false)
  const [initialReasons] = useState(() => getInitialReasons(record))
  const [reasons, setReasons] = useState(initialReasons)
  const [showsErrors, setShowsErrors] = useState(false)
  const isDirty = isOpen && reasons !== initialReasons
  useTrackUnsavedChanges(`return:${record._id}`, isDirty)
  const close = useConfirmBeforeClose({ isDirty, onClose: () => setIsOpen(false) })
  const change = (index: number, reason: ReturnReason) =>
    setReasons(reasons.map((other, at) => (at === index ? { ...other, ...reason } : other)))
  const lastKey = Math.max(...reasons.map(({ key }) => key))
  const add = () =>
    setReasons([...reasons, { path: findUnusedPart(reasons, 'website'), message: '', key: lastKey + 1 }])

  async function submit() {
    setShowsErrors(true)
    if (reasons.some(({ message }) => message.trim() === '')) return
    setIsSubmitting(true)
    try {
      await onSubmit({ ...notes, status: 'returned', reasons: reasons.map(({ path, message }) => ({ path, message })) })
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
      width={640}
      title={<span className="line-clamp-2 pr-6">{`退回“${record.productName}”，请厂商补正？`}</span>}
      footer={null}
      onCancel={close}
      afterOpenChange={(isDialogOpen) => isDialogOpen && document.getElementById('return-reason-0')?.focus()}
      afterClose={() => {
        restoreFocus()
        onClosed()
      }}
    >
      <form
        className="flex flex-col gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <p className="text-sm text-muted">
          逐处写明需要补正什么，厂商会在表单的这些地方看到。回执号不变，其余内容保留，补正之前审核期限暂停；通知邮件在
          {DECISION_MAIL_DELAY_MS / 1000}秒后发出。
        </p>
        <ol aria-label="需要补正的内容" className="m-0 flex max-h-[50vh] list-none flex-col gap-4 overflow-y-auto p-0">
          {reasons.map((reason, index) => (
            <li key={reason.key}>
              <ReasonField
                id={`return-reason-${index}`}
                number={index + 1}
                reason={reason}
                isTaken={(part) => reasons.some(({ path }) => path === part && part !== reason.path)}
                error={showsErrors && reason.message.trim() === '' ? MESSAGES.reason : undefined}
                onChange={(changed) => change(index, changed)}
                onRemove={reasons.length > 1 ? () => setReasons(reasons.toSpliced(index, 1)) : undefined}
              />
            </li>
          ))}
        </ol>
        <div className="flex flex-wrap justify-between gap-2">
          <Button
            icon={<Plus className="size-4" aria-hidden />}
            onClick={add}
            disabled={reasons.length >= FORM_PARTS.length}
          >
            再加一处
          </Button>
          <span className="flex gap-2">
            <Button onClick={close}>取消</Button>
            <Button type="primary" htmlType="submit" loading={isSubmitting}>
              退回补正
            </Button>
          </span>
        </div>
      </form>
    </Modal>
  )
}
