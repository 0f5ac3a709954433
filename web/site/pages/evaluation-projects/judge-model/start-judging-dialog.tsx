import { type SubmitEvent, useState } from 'react'
import type { Connection } from '#contracts/agents/connection.ts'
import type { Judging } from '#contracts/evaluation-runs/judging.ts'
import { judgeModelCalls } from '#contracts/evaluation-runs/judging-calls.ts'
import { RUNS } from '#contracts/limits.ts'
import { formatCost } from '#contracts/rules/evaluation/format-figures.ts'
import { call } from '../../../../shared/call.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { Button } from '../../../components/buttons.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { focusFirstField } from '../../../components/focus-first-field.ts'
import { FormError } from '../../../components/text-field.tsx'
import { focusInvalidField } from '../../../components/use-focus-invalid-field.ts'
import { RunLimitFields, useRunLimits } from '../runs/run-limits.tsx'
import { useReloadRuns } from '../runs/run-queries.ts'
import { CheckboxField } from '../tasks/check-fields.tsx'

type StartJudgingDialogProps = {
  projectId: string
  runId: string
  judging: Judging
  connection: Connection | null
  onClose: () => void
}

/** Says what will be sent to the judge model, and begins the judging. */
export function StartJudgingDialog({ projectId, runId, judging, connection, onClose }: StartJudgingDialogProps) {
  const { open, pass } = judging
  const [withoutChecks, setWithoutChecks] = useState(open.withoutChecks > 0)
  const reload = useReloadRuns()
  const again = pass ? pass.outcomes.error + pass.outcomes.limited + pass.outcomes.unscored : 0
  const replies = open.undecided + open.byPeople + again + (withoutChecks ? open.withoutChecks : 0)
  const runLimits = useRunLimits(replies)
  const costOfCall = connection?.lastProbe?.answer?.cost ?? null
  const startMutation = useMutation({
    mutationFn: () =>
      call(judgeModelCalls.judge, {
        params: { id: projectId, run: runId },
        body: { withoutChecks, limits: runLimits.limits, retries: RUNS.retries.initial },
      }),
    onSuccess: onClose,
    onSettled: reload,
  })

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!focusInvalidField(event.currentTarget)) startMutation.mutate()
  }

  return (
    <Dialog isOpen onClose={onClose} title="交给裁判模型判定" className="max-w-2xl">
      <form ref={focusFirstField} method="post" noValidate onSubmit={handleSubmit} className="space-y-5">
        {open.withoutChecks > 0 && (
          <CheckboxField
            label={`没有检查、等人判定的${open.withoutChecks}份回答也交给它`}
            isChecked={withoutChecks}
            onChange={setWithoutChecks}
          />
        )}
        <div className="grid gap-5 sm:grid-cols-3">
          <RunLimitFields {...runLimits} callsHint="重试也计入。" />
        </div>
        <section aria-label="将要发送" className="rounded-lg bg-sunken p-4 text-sm">
          <p className="font-medium tabular-nums">
            <span>{replies}份回答</span>
            <span>{costOfCall !== null && `，约${formatCost(costOfCall * replies)}`}</span>
          </p>
          <p className="mt-1 break-words">
            <span>问题（密封的也在内）、期望的回答、评分标准与回答会发送到：</span>
            <span>{connection ? URL.parse(connection.url)?.host : '——'}</span>。<span>候选的名称不发送。</span>
          </p>
          {open.byPeople > 0 && <p className="mt-1">其中{open.byPeople}份人已判定，用来验证它是否可信。</p>}
        </section>
        <FormError>{startMutation.error && toErrorMessage(startMutation.error)}</FormError>
        <Button type="submit" className="w-full" isBusy={startMutation.isPending} isUnavailable={replies === 0}>
          {startMutation.isPending ? '开始中……' : '开始判定'}
        </Button>
      </form>
    </Dialog>
  )
}
