import { type SubmitEvent, useState } from 'react'
import { gradingCalls } from '#contracts/evaluation-grading/calls.ts'
import { call } from '../../../../../shared/call.ts'
import { findFieldMessage, toErrorMessage } from '../../../../../shared/call-error.ts'
import { useMutation } from '../../../../../shared/use-mutation.ts'
import { Button } from '../../../../components/buttons.tsx'
import { Dialog } from '../../../../components/dialog.tsx'
import { focusFirstField } from '../../../../components/focus-first-field.ts'
import { FormError } from '../../../../components/text-field.tsx'
import { useToast } from '../../../../components/toast.tsx'
import { useUnsavedEdits } from '../../../../components/use-unsaved-edits.ts'
import { TextAreaField } from '../../controlled-fields.tsx'
import { useReloadGrading } from './grading-queries.ts'

type ReopenDialogProps = { params: { id: string; run: string }; onClose: () => void }

/** Lets the readers of a closed reading go on, for a reason that the report will tell. */
export function ReopenDialog({ params, onClose }: ReopenDialogProps) {
  const showToast = useToast()
  const reload = useReloadGrading()
  const [reason, setReason] = useState('')
  useUnsavedEdits(reason !== '')
  const reopenMutation = useMutation({
    mutationFn: () => call(gradingCalls.reopen, { params, body: { reason } }),
    onSuccess({ message }) {
      if (message) showToast(message, 'success')
      onClose()
    },
    onSettled: reload,
  })
  const reasonError = findFieldMessage(reopenMutation.error, 'reason')

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    reopenMutation.mutate()
  }

  return (
    <Dialog isOpen onClose={onClose} title="重新开放人工判定" className="max-w-md">
      <form ref={focusFirstField} method="post" noValidate onSubmit={handleSubmit} className="space-y-5">
        <p>
          评委已有的判定保留，可以修改与补充；再次结束之前，判定不计入结果。报告会写明您看过结果之后重新开放，以及理由。
        </p>
        <TextAreaField label="理由" isRequired rows={3} value={reason} error={reasonError} onChange={setReason} />
        <FormError>{reopenMutation.error && !reasonError && toErrorMessage(reopenMutation.error)}</FormError>
        <Button type="submit" className="w-full" isBusy={reopenMutation.isPending}>
          重新开放
        </Button>
      </form>
    </Dialog>
  )
}
