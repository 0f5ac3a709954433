import { type SubmitEvent, useState } from 'react'
import { runCalls } from '#contracts/evaluation-runs/calls.ts'
import type { Run } from '#contracts/evaluation-runs/run.ts'
import { TASKS } from '#contracts/limits.ts'
import { call } from '../../../../shared/call.ts'
import { findFieldMessage, toErrorMessage } from '../../../../shared/call-error.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { Button } from '../../../components/buttons.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { focusFirstField } from '../../../components/focus-first-field.ts'
import { FormField } from '../../../components/form-field.tsx'
import { FormError } from '../../../components/text-field.tsx'
import { NumberInput } from '../number-input.tsx'
import { useReloadRuns } from './run-queries.ts'

type AddRepeatsDialogProps = { params: { id: string; run: string }; run: Run; onClose: () => void }

/** Has the tasks of an ended run asked more often. */
export function AddRepeatsDialog({ params, run, onClose }: AddRepeatsDialogProps) {
  const reload = useReloadRuns()
  const [repeats, setRepeats] = useState(run.repeats + 1)
  const addMutation = useMutation({
    mutationFn: () => call(runCalls.addRepeats, { params, body: { repeats } }),
    onSuccess: onClose,
    onSettled: reload,
  })
  const repeatsError = findFieldMessage(addMutation.error, 'repeats')

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    addMutation.mutate()
  }

  return (
    <Dialog isOpen onClose={onClose} title="追加次数" className="max-w-md">
      <form ref={focusFirstField} method="post" noValidate onSubmit={handleSubmit} className="space-y-5">
        <p>已有的结果保留，只问追加的；没有问到的也一并再问。调用、时长与费用的上限从头计算。</p>
        <FormField
          label="每个任务一共问几次"
          hint={`现在是${run.repeats}次；另有规定的任务增加同样的次数。`}
          error={repeatsError}
          isRequired
        >
          {(control) => <NumberInput {...control} min={2} max={TASKS.repeats} value={repeats} onChange={setRepeats} />}
        </FormField>
        <FormError>{addMutation.error && !repeatsError && toErrorMessage(addMutation.error)}</FormError>
        <Button type="submit" className="w-full" isBusy={addMutation.isPending}>
          开始追加
        </Button>
      </form>
    </Dialog>
  )
}
