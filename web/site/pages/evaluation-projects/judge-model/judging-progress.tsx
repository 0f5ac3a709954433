import { Pause, Play, Square } from 'lucide-react'
import type { CallReply } from '#contracts/call.ts'
import type { Judging } from '#contracts/evaluation-runs/judging.ts'
import { judgeModelCalls } from '#contracts/evaluation-runs/judging-calls.ts'
import { RUN_STATUS_LABELS, TRIAL_OUTCOMES, type TrialOutcome } from '#contracts/evaluation-runs/statuses.ts'
import { formatCost } from '#contracts/rules/evaluation/format-figures.ts'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'
import { call } from '../../../../shared/call.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { Button } from '../../../components/buttons.tsx'
import { useToast } from '../../../components/toast.tsx'
import { useReloadRuns } from '../runs/run-queries.ts'

type Pass = NonNullable<Judging['pass']>
type JudgingProgressProps = { projectId: string; runId: string; pass: Pass }

const ACTION_CALLS = {
  pause: judgeModelCalls.pauseJudging,
  resume: judgeModelCalls.resumeJudging,
  cancel: judgeModelCalls.cancelJudging,
}

const OUTCOME_LABELS: Record<TrialOutcome, string> = {
  passed: '判为通过',
  failed: '判为未通过',
  error: '出错',
  limited: '到达上限',
  unscored: '没有判定',
}

/** How far a judging is, and what can be done with it. */
export function JudgingProgress({ projectId, runId, pass }: JudgingProgressProps) {
  const showToast = useToast()
  const reload = useReloadRuns()
  const params = { id: projectId, run: runId }
  const actionMutation = useMutation<CallReply<typeof judgeModelCalls.pauseJudging>, Error, keyof typeof ACTION_CALLS>({
    mutationFn: (action) => call(ACTION_CALLS[action], { params }),
    onError: (error) => showToast(toErrorMessage(error), 'error'),
    onSettled: reload,
  })
  const finished = TRIAL_OUTCOMES.reduce((sum, outcome) => sum + pass.outcomes[outcome], 0)
  const isBusy = actionMutation.isPending
  return (
    <div className="mt-3">
      <p className="text-sm tabular-nums" aria-live="polite">
        <span className="font-medium">{RUN_STATUS_LABELS[pass.status]}</span>
        <span className="ml-3 text-muted">
          {joinWithDots([
            `${finished} / ${pass.planned}份`,
            ...TRIAL_OUTCOMES.map((outcome) =>
              pass.outcomes[outcome] > 0 ? `${OUTCOME_LABELS[outcome]}${pass.outcomes[outcome]}` : undefined,
            ),
            `调用${pass.calls}次`,
            pass.cost === null ? undefined : formatCost(pass.cost),
          ])}
        </span>
      </p>
      {pass.statusReason !== '' && <p className="mt-1 text-sm break-words">{pass.statusReason}</p>}
      {pass.status === 'running' && (
        <progress
          className="mt-2 block h-2 w-full appearance-none overflow-hidden rounded-full [&::-moz-progress-bar]:bg-indigo [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-indigo"
          value={finished}
          max={pass.planned}
          aria-label="裁判模型判定的进度"
        />
      )}
      {(pass.status === 'running' || pass.status === 'paused') && (
        <div className="mt-2 flex flex-wrap gap-2">
          {pass.status === 'running' ? (
            <Button variant="outline" isBusy={isBusy} onClick={() => actionMutation.mutate('pause')}>
              <Pause className="size-4" aria-hidden />
              暂停判定
            </Button>
          ) : (
            <Button isBusy={isBusy} onClick={() => actionMutation.mutate('resume')}>
              <Play className="size-4" aria-hidden />
              继续判定
            </Button>
          )}
          <Button variant="outline" isBusy={isBusy} onClick={() => actionMutation.mutate('cancel')}>
            <Square className="size-4" aria-hidden />
            取消判定
          </Button>
        </div>
      )}
    </div>
  )
}
