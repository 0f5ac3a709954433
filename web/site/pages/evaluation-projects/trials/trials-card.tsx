import { X } from 'lucide-react'
import { useState } from 'react'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import type { ProjectTrial } from '#contracts/evaluation-projects/trial.ts'
import { formatAmount, formatCost } from '#contracts/rules/evaluation/format-figures.ts'
import { call } from '../../../../shared/call.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { formatMinute } from '../../../../shared/formats.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { withKeys } from '../../../../shared/with-keys.ts'
import { Button } from '../../../components/buttons.tsx'
import { useToast } from '../../../components/toast.tsx'
import { useProjectCache } from '../project-queries.ts'
import { type Undo, UndoNotice } from './undo-notice.tsx'

/** The number of trials that are added to the list at a time. */
const PAGE_SIZE = 20

/** All trials, newest first, with tester, duration and cost. A deleted trial can be restored. */
export function TrialsCard({ project }: { project: ProjectView }) {
  const { id, trials, status } = project
  const cache = useProjectCache()
  const showToast = useToast()
  const [visibleCount, setVisibleCount] = useState(PAGE_SIZE)
  const [undo, setUndo] = useState<Undo | null>(null)
  const onError = (error: Error) => showToast(toErrorMessage(error), 'error')
  const restoreTrialMutation = useMutation({
    mutationFn: ({ runner: _runner, createdAt: _createdAt, isSetAside: _isSetAside, ...trial }: ProjectTrial) =>
      call(projectCalls.addTrials, { params: { id }, body: { trials: [trial] } }),
    onSuccess: () => setUndo(null),
    onError,
    onSettled: cache.reload,
  })
  const removeTrialMutation = useMutation({
    mutationFn: (trial: ProjectTrial) => call(projectCalls.removeTrial, { params: { id, trial: trial.id } }),
    onSuccess(_, trial) {
      setUndo({ text: '已删除1次试次', run: () => restoreTrialMutation.mutate(trial) })
    },
    onError,
    onSettled: cache.reload,
  })
  const newestTrials = trials.toReversed()
  return (
    <section aria-label="试次" className="card min-w-0 p-5">
      <h2 className="text-xl">试次（{trials.length}）</h2>
      <UndoNotice undo={undo} />
      <ul className="mt-2 divide-y divide-line">
        {newestTrials.slice(0, visibleCount).map((trial) => (
          <li key={trial.id}>
            <TrialRow
              trial={trial}
              project={project}
              canRemove={status !== 'final'}
              isBusy={removeTrialMutation.isPending}
              onRemove={() => removeTrialMutation.mutate(trial)}
            />
          </li>
        ))}
      </ul>
      {newestTrials.length > visibleCount && (
        <Button variant="outline" className="mt-3" onClick={() => setVisibleCount(visibleCount + PAGE_SIZE)}>
          再显示{Math.min(PAGE_SIZE, newestTrials.length - visibleCount)}次
        </Button>
      )}
    </section>
  )
}

type TrialRowProps = {
  trial: ProjectTrial
  project: ProjectView
  canRemove: boolean
  isBusy: boolean
  onRemove: () => void
}

function TrialRow({ trial, project: { tasks, setup }, canRemove, isBusy, onRemove }: TrialRowProps) {
  const { candidate, task, isPassed, seconds, cost, note, runner, isSetAside, createdAt } = trial
  const candidateName = setup.candidates.find(({ key }) => key === candidate)?.name ?? '已移除的候选'
  const title = tasks.find(({ key }) => key === task)?.title ?? ''
  const result = isPassed ? '通过' : '未通过'
  const details = [
    seconds !== null && `${formatAmount(seconds)}秒`,
    cost !== null && `费用${formatCost(cost)}`,
    runner,
    formatMinute(createdAt),
    isSetAside && '因利益冲突不计入',
    note,
  ].filter((detail) => typeof detail === 'string' && detail !== '')
  return (
    <div className="flex items-start justify-between gap-3 py-1.5 text-sm">
      <div className="grid min-w-0 flex-1 gap-x-4 py-1.5 sm:grid-cols-[minmax(0,1fr)_4rem_minmax(0,1.2fr)]">
        <p className="break-words">
          <span className="font-medium">{candidateName}</span>，{title}
        </p>
        <p className={isPassed ? '' : 'text-cinnabar'}>{result}</p>
        <p className="break-words text-muted tabular-nums">
          {withKeys(details, String).map(({ key, item }, index) => (
            // A date isn't broken across lines.
            <span key={key} className="inline-block max-w-full">
              {item}
              {index < details.length - 1 && <span className="mx-1">·</span>}
            </span>
          ))}
        </p>
      </div>
      {canRemove && (
        <button
          type="button"
          className="inline-flex size-11 shrink-0 items-center justify-center rounded-lg text-muted hover:bg-sunken hover:text-ink"
          aria-label={`删除试次：${candidateName}，${title}，${result}，${formatMinute(createdAt)}`}
          aria-disabled={isBusy || undefined}
          onClick={onRemove}
        >
          <X className="size-4" aria-hidden />
        </button>
      )}
    </div>
  )
}
