import { type SubmitEvent, useState } from 'react'
import type { JudgeModel } from '#contracts/evaluation-runs/judging.ts'
import { judgeModelCalls } from '#contracts/evaluation-runs/judging-calls.ts'
import { JUDGE_MODEL } from '#contracts/limits.ts'
import { call } from '../../../../shared/call.ts'
import { findFieldMessage, isCallError, toErrorMessage } from '../../../../shared/call-error.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { Button } from '../../../components/buttons.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { focusFirstField } from '../../../components/focus-first-field.ts'
import { FormError } from '../../../components/text-field.tsx'
import { useUnsavedEdits } from '../../../components/use-unsaved-edits.ts'
import { TextAreaField } from '../controlled-fields.tsx'
import { useReloadRuns } from '../runs/run-queries.ts'

type RubricDialogProps = { projectId: string; judge: JudgeModel; onClose: () => void }

/** Edits what the judge model judges by. Somebody's change in another window is said once, and then overwritten. */
export function RubricDialog({ projectId, judge, onClose }: RubricDialogProps) {
  const [rubric, setRubric] = useState(judge.rubric)
  const [version, setVersion] = useState(judge.version)
  const reload = useReloadRuns()
  const isDirty = rubric !== judge.rubric
  useUnsavedEdits(isDirty)
  const params = { id: projectId }
  const saveMutation = useMutation({
    mutationFn: () => call(judgeModelCalls.saveRubric, { params, body: { rubric }, version }),
    onSuccess: onClose,
    async onError(error) {
      if (isCallError(error) && error.status === 412)
        setVersion((await call(judgeModelCalls.get, { params })).data.version)
    },
    onSettled: reload,
  })

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isDirty) saveMutation.mutate()
    else onClose()
  }

  return (
    <Dialog isOpen onClose={onClose} title="评分标准" className="max-w-2xl">
      <form ref={focusFirstField} method="post" noValidate onSubmit={handleSubmit} className="space-y-5">
        <TextAreaField
          label="裁判模型按什么判定"
          hint="适用于全部任务；任务自己的“裁判模型判定”标准会一并交给它。改动后，此前的验证与判定作废。"
          rows={8}
          maxLength={JUDGE_MODEL.rubric}
          value={rubric}
          error={findFieldMessage(saveMutation.error, 'rubric')}
          onChange={setRubric}
        />
        <FormError>{saveMutation.error && toErrorMessage(saveMutation.error)}</FormError>
        <Button type="submit" className="w-full" isBusy={saveMutation.isPending}>
          {saveMutation.isPending ? '保存中……' : '保存'}
        </Button>
      </form>
    </Dialog>
  )
}
