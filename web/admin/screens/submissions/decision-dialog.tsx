import { Button, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { restoreFocus } from '../../components/restore-focus.ts'
import { useConfirmBeforeClose } from '../../components/use-confirm-before-close.ts'
import { useTrackUnsavedChanges } from '../../components/use-leave-guard.ts'
import { isAlreadyReviewed } from './submission-calls.ts'

type DecisionDialogProps = {
  record: SubmissionRecord
  /** The name under which unsaved input is tracked: `return`. */
  draft: string
  title: string
  width?: number
  isDirty: boolean
  firstFieldId: string
  submitLabel: string
  isDangerous?: boolean
  /** Sends the decision, and rejects with the error. Returns `undefined` if the input is incomplete. */
  onSubmit: () => Promise<unknown> | undefined
  onFailed: (error: unknown) => void
  /** Called after the dialog has closed. */
  onClosed: () => void
  /** Beside the buttons. */
  action?: ReactNode
  children: ReactNode
}

/** Asks for what the vendor is told with a decision. Stays open until the decision is sent, or the input discarded. */
export function DecisionDialog({
  record,
  draft,
  isDirty,
  onSubmit,
  onFailed,
  onClosed,
  ...props
}: DecisionDialogProps) {
  const { title, width, firstFieldId, submitLabel, isDangerous = false, action, children } = props
  const [isOpen, setIsOpen] = useState(true)
  const [isSubmitting, setIsSubmitting] = useState(false)
  useTrackUnsavedChanges(`${draft}:${record._id}`, isOpen && isDirty)
  const close = useConfirmBeforeClose({ isDirty: isOpen && isDirty, onClose: () => setIsOpen(false) })

  async function submit() {
    const sending = onSubmit()
    if (!sending) return
    setIsSubmitting(true)
    try {
      await sending
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
      width={width}
      title={<span className="line-clamp-2 pr-6">{title}</span>}
      footer={null}
      onCancel={close}
      // Not `autoFocus`: Ant Design then moves the focus to the first button, and the reason would be typed into nothing.
      afterOpenChange={(isDialogOpen) => isDialogOpen && document.getElementById(firstFieldId)?.focus()}
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
        {children}
        <div className="flex flex-wrap justify-between gap-2">
          {action}
          <span className="ml-auto flex gap-2">
            <Button onClick={close}>取消</Button>
            <Button type="primary" danger={isDangerous} htmlType="submit" loading={isSubmitting}>
              {submitLabel}
            </Button>
          </span>
        </div>
      </form>
    </Modal>
  )
}
