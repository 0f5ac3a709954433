import { type SubmitEvent, useState } from 'react'
import { PROJECT_MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import { TEXT } from '#contracts/limits.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { Button } from '../../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../../components/control-class.ts'
import { Dialog } from '../../../components/dialog.tsx'
import { focusFirstField } from '../../../components/focus-first-field.ts'
import { FormField } from '../../../components/form-field.tsx'
import { readFormValues } from '../../../components/read-form-values.ts'
import { FormError } from '../../../components/text-field.tsx'

type ReasonDialogProps = {
  title: string
  text: string
  isOpen: boolean
  onClose: () => void
  onConfirm: (reason: string) => Promise<void>
}

/** Asks for the reason of an act that is recorded with it. */
export function ReasonDialog({ title, text, isOpen, onClose, onConfirm }: ReasonDialogProps) {
  const [isReasonMissing, setIsReasonMissing] = useState(false)
  const confirmMutation = useMutation({ mutationFn: onConfirm, onSuccess: onClose })

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const reason = readFormValues(event.currentTarget).reason?.trim() ?? ''
    setIsReasonMissing(reason === '')
    if (reason !== '') confirmMutation.mutate(reason)
    else event.currentTarget.querySelector('input')?.focus()
  }

  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} className="max-w-lg">
      <form ref={focusFirstField} method="post" noValidate onSubmit={handleSubmit} className="grid gap-5">
        <p>{text}</p>
        <FormField label="原因" isRequired error={isReasonMissing ? PROJECT_MESSAGES.reason : undefined}>
          {(control) => (
            <input {...control} name="reason" maxLength={TEXT.line} autoComplete="off" className={CONTROL_CLASS} />
          )}
        </FormField>
        <FormError>{confirmMutation.isError && toErrorMessage(confirmMutation.error)}</FormError>
        <Button type="submit" isBusy={confirmMutation.isPending} className="w-full">
          {title}
        </Button>
      </form>
    </Dialog>
  )
}
