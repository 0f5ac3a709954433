import { type SubmitEvent, useState } from 'react'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import { PROJECT_MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import { TEXT } from '#contracts/limits.ts'
import { call } from '../../../shared/call.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { Button } from '../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../components/control-class.ts'
import { focusFirstField } from '../../components/focus-first-field.ts'
import { FormField } from '../../components/form-field.tsx'
import { readFormValues } from '../../components/read-form-values.ts'
import { FormError } from '../../components/text-field.tsx'
import { listWarnings } from './next-step.ts'
import { type LoadedProject, useProjectCache } from './project-queries.ts'
import { getStepLabel, STEP_TEXTS, type Step } from './project-step.ts'

type ChangeStatusFormProps = { project: LoadedProject; step: Step; onDone: () => void }

/** Confirms a step of a project; a step back requires a reason. */
export function ChangeStatusForm({ project: { data, version }, step, onDone }: ChangeStatusFormProps) {
  const { to, isBack } = step
  const cache = useProjectCache()
  const [isReasonMissing, setIsReasonMissing] = useState(false)
  const changeStatusMutation = useMutation({
    mutationFn: (reason: string) =>
      call(projectCalls.changeStatus, { params: { id: data.id }, body: { to, reason }, version }),
    onSuccess: (changed) => {
      cache.replace(changed)
      onDone()
    },
    // The status may have changed elsewhere, or the step was taken although its reply was lost.
    async onError() {
      const latest = await cache.refetch(data.id).catch(() => undefined)
      if (latest?.data.status === to) onDone()
    },
  })

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const reason = readFormValues(event.currentTarget).reason?.trim() ?? ''
    setIsReasonMissing(isBack && reason === '')
    if (!isBack || reason !== '') changeStatusMutation.mutate(reason)
    else event.currentTarget.querySelector('textarea')?.focus()
  }

  return (
    <form ref={focusFirstField} method="post" noValidate onSubmit={handleSubmit} className="space-y-5">
      {isBack ? (
        <FormField
          label="退回原因"
          isRequired
          hint="会写进过程记录与报告。"
          error={isReasonMissing ? PROJECT_MESSAGES.reason : undefined}
        >
          {(control) => (
            <textarea {...control} name="reason" rows={3} maxLength={TEXT.paragraph} className={CONTROL_CLASS} />
          )}
        </FormField>
      ) : (
        <>
          <p>{STEP_TEXTS[to].effect}</p>
          {listWarnings(data).map((warning) => (
            <p key={warning} className="text-muted">
              {warning}。
            </p>
          ))}
        </>
      )}
      <FormError>{changeStatusMutation.isError && toErrorMessage(changeStatusMutation.error)}</FormError>
      <Button type="submit" isBusy={changeStatusMutation.isPending} className="w-full">
        {isBack ? getStepLabel(step) : `确认${getStepLabel(step)}`}
      </Button>
    </form>
  )
}
