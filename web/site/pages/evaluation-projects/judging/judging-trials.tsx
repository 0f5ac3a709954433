import { judgingCalls } from '#contracts/evaluation-projects/calls.ts'
import type { JudgeCredentials, Judging } from '#contracts/evaluation-projects/score.ts'
import type { NewTrial } from '#contracts/evaluation-projects/trial.ts'
import { findConflict } from '#contracts/rules/evaluation/conflicts.ts'
import { call } from '../../../../shared/call.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { useToast } from '../../../components/toast.tsx'
import { findOwnDeclaration } from '../interest/judge-interest.tsx'
import { TrialRunner } from '../trials/trial-runner.tsx'

type JudgingTrialsProps = { access: JudgeCredentials; judging: Judging; onReload: () => Promise<void> }

/** The form in which a judge records trials. */
export function JudgingTrials({ access, judging, onReload }: JudgingTrialsProps) {
  const showToast = useToast()
  const conflicts = findOwnDeclaration(judging)?.conflicts ?? []
  const addTrialsMutation = useMutation({
    mutationFn: (trial: NewTrial) => call(judgingCalls.addTrials, { body: { access, trials: [trial] } }),
    onSuccess: onReload,
    onError(error) {
      showToast(toErrorMessage(error), 'error')
      // Without a reply, the trial may have been recorded.
      return onReload().catch(() => undefined)
    },
  })
  return (
    <TrialRunner
      tasks={judging.tasks}
      candidates={judging.candidates.filter(({ key }) => findConflict(conflicts, key) === undefined)}
      isBusy={addTrialsMutation.isPending}
      onAdd={(trial) => addTrialsMutation.mutateAsync(trial)}
    />
  )
}
