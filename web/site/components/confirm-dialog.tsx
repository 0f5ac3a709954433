import { type ReactNode, useState } from 'react'
import { toErrorMessage } from '../../shared/call-error.ts'
import { Button } from './buttons.tsx'
import { Dialog } from './dialog.tsx'
import { FormError } from './text-field.tsx'

type ConfirmDialogProps = {
  isOpen: boolean
  title: string
  /** What follows. */
  children: ReactNode
  confirmLabel: string
  cancelLabel?: string
  /** What is done if the user confirms. */
  mutation: { isPending?: boolean; error?: unknown; mutate: (variables: undefined) => void }
  failureMessage?: string
  onClose: () => void
}

/**
 * Asks before something that can't be undone, or that others notice. A failure is shown in the dialog, until it is closed.
 */
export const ConfirmDialog = ({ isOpen, title, onClose, ...question }: ConfirmDialogProps) => (
  <Dialog isOpen={isOpen} onClose={onClose} title={title} className="max-w-md">
    <Question onClose={onClose} {...question} />
  </Dialog>
)

/** Is mounted when the dialog opens: a mutation still has the error of the last time. */
function Question({
  children,
  confirmLabel,
  cancelLabel = '取消',
  mutation: { isPending = false, error, mutate },
  failureMessage,
  onClose,
}: Omit<ConfirmDialogProps, 'isOpen' | 'title'>) {
  const [isConfirmed, setIsConfirmed] = useState(false)
  const confirm = () => {
    setIsConfirmed(true)
    mutate(undefined)
  }
  return (
    <>
      <p className="mb-5 wrap-anywhere">{children}</p>
      <FormError>{isConfirmed && Boolean(error) && toErrorMessage(error, failureMessage)}</FormError>
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onClose}>
          {cancelLabel}
        </Button>
        <Button isBusy={isPending} onClick={confirm}>
          {confirmLabel}
        </Button>
      </div>
    </>
  )
}
