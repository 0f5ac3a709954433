import { useQuery } from '@tanstack/react-query'
import { Download, ListPlus, Network, Pause, Play, RotateCcw, Square, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { CallReply } from '#contracts/call.ts'
import { canDo } from '#contracts/colleagues/roles.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { runCalls } from '#contracts/evaluation-runs/calls.ts'
import type { Run } from '#contracts/evaluation-runs/run.ts'
import { runnerTokenCalls } from '#contracts/evaluation-runs/runner-calls.ts'
import type { RunExportFormat } from '#contracts/evaluation-runs/statuses.ts'
import { call } from '../../../../shared/call.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { download } from '../../../../shared/download.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { Button } from '../../../components/buttons.tsx'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { useToast } from '../../../components/toast.tsx'
import { useDownload } from '../../../components/use-download.ts'
import { JudgingPanel } from '../judge-model/judging-panel.tsx'
import { AddRepeatsDialog } from './add-repeats-dialog.tsx'
import { ChangedConnections } from './changed-connections.tsx'
import { gradingQuery } from './grading/grading-queries.ts'
import { GradingSection } from './grading/grading-section.tsx'
import { RunComparison } from './run-comparison.tsx'
import { useReloadRuns } from './run-queries.ts'
import { RunResults, RunStatus } from './run-results.tsx'
import { RunnerPanel } from './runner-panel.tsx'

type RunViewProps = {
  project: ProjectView
  run: Run
  /** Whether the server says when the run has changed. */
  isFollowing: boolean
  /** Whether the project has no report yet. */
  canChange: boolean
  onRemoved: () => void
}

/** A run: its progress, what can be done with it, its figures, and its matrix. */
export function RunView({ project, run, isFollowing, canChange, onRemoved }: RunViewProps) {
  const projectId = project.id
  return (
    <div className="space-y-5">
      <RunStatus run={run} />
      {isUndecided(run) && <ChangedConnections projectId={projectId} run={run} />}
      {run.asker === 'runner' && isActive(run) && <RunnerPanel projectId={projectId} run={run} />}
      <RunActions project={project} run={run} isFollowing={isFollowing} canChange={canChange} onRemoved={onRemoved} />
      <RunResults source={{ projectId }} run={run} />
      <RunComparison projectId={projectId} run={run} />
      <GradingSection project={project} run={run} isFollowing={isFollowing} canChange={canChange} />
      {run.finishedAt !== null && <JudgingPanel projectId={projectId} run={run} canChange={canChange} />}
    </div>
  )
}

/** Returns whether a run can't be continued before its owner says how. */
const isUndecided = ({ status, changedConnections }: Run): boolean =>
  status === 'paused' && changedConnections.length > 0

const isActive = ({ status }: Run): boolean => status === 'running' || status === 'paused'

type RunAction = 'pause' | 'resume' | 'cancel' | 'retry'
const ACTION_CALLS = {
  pause: runCalls.pause,
  resume: runCalls.resume,
  cancel: runCalls.cancel,
  retry: runCalls.retry,
}

function RunActions({ project, run, isFollowing, canChange, onRemoved }: RunViewProps) {
  const showToast = useToast()
  const reload = useReloadRuns()
  const [isRemoving, setIsRemoving] = useState(false)
  const [isAdding, setIsAdding] = useState(false)
  const params = { id: project.id, run: run.id }
  const onError = (error: Error) => showToast(toErrorMessage(error), 'error')
  const actionMutation = useMutation<CallReply<typeof runCalls.pause>, Error, RunAction>({
    mutationFn: (action) => call(ACTION_CALLS[action], { params }),
    onError,
    onSettled: reload,
  })
  const assignMutation = useMutation({
    mutationFn: () => call(runnerTokenCalls.assign, { params, body: { asker: 'runner' } }),
    onError,
    onSettled: reload,
  })
  const exportMutation = useDownload((format: RunExportFormat) =>
    download(runCalls.export, { params, query: { format } }),
  )
  const { data: grading } = useQuery(gradingQuery(project.id, run, { isFollowing }))
  const hasClosedReading = grading?.data.status === 'closed'
  const hasFailed = !isActive(run) && run.outcomes.error + run.outcomes.limited > 0
  const canRetry = canChange && hasFailed && !hasClosedReading
  const canAdd = canChange && !isActive(run) && !hasClosedReading
  const isBusy = actionMutation.isPending
  return (
    <div className="flex flex-wrap gap-2">
      {run.status === 'running' && (
        <Button variant="outline" isBusy={isBusy} onClick={() => actionMutation.mutate('pause')}>
          <Pause className="size-4" aria-hidden />
          暂停
        </Button>
      )}
      {run.status === 'paused' && (run.asker === 'runner' || !isUndecided(run)) && (
        <Button isBusy={isBusy} onClick={() => actionMutation.mutate('resume')}>
          <Play className="size-4" aria-hidden />
          继续
        </Button>
      )}
      {isActive(run) && (
        <Button variant="outline" isBusy={isBusy} onClick={() => actionMutation.mutate('cancel')}>
          <Square className="size-4" aria-hidden />
          取消运行
        </Button>
      )}
      {isActive(run) && run.asker === 'platform' && (
        <Button variant="outline" isBusy={assignMutation.isPending} onClick={() => assignMutation.mutate()}>
          <Network className="size-4" aria-hidden />
          交给执行器
        </Button>
      )}
      {canRetry && (
        <Button variant="outline" isBusy={isBusy} onClick={() => actionMutation.mutate('retry')}>
          <RotateCcw className="size-4" aria-hidden />
          重试出错的
        </Button>
      )}
      {canAdd && (
        <Button variant="outline" onClick={() => setIsAdding(true)}>
          <ListPlus className="size-4" aria-hidden />
          追加次数
        </Button>
      )}
      <Button variant="outline" isBusy={exportMutation.isPending} onClick={() => exportMutation.mutate('xlsx')}>
        <Download className="size-4" aria-hidden />
        导出Excel
      </Button>
      <Button variant="outline" isBusy={exportMutation.isPending} onClick={() => exportMutation.mutate('jsonl')}>
        <Download className="size-4" aria-hidden />
        导出JSONL
      </Button>
      {!isActive(run) && canDo(project.role, 'removeRun') && (
        <Button variant="outline" onClick={() => setIsRemoving(true)}>
          <Trash2 className="size-4" aria-hidden />
          删除
        </Button>
      )}
      {isAdding && <AddRepeatsDialog params={params} run={run} onClose={() => setIsAdding(false)} />}
      <RemoveRunDialog params={params} isOpen={isRemoving} onClose={() => setIsRemoving(false)} onRemoved={onRemoved} />
    </div>
  )
}

type RemoveRunDialogProps = {
  params: { id: string; run: string }
  isOpen: boolean
  onClose: () => void
  onRemoved: () => void
}

function RemoveRunDialog({ params, isOpen, onClose, onRemoved }: RemoveRunDialogProps) {
  const showToast = useToast()
  const reload = useReloadRuns()
  const removeMutation = useMutation({
    mutationFn: () => call(runCalls.remove, { params }),
    onSuccess({ message }) {
      if (message) showToast(message, 'success')
      onRemoved()
      return reload()
    },
  })
  return (
    <ConfirmDialog isOpen={isOpen} title="删除运行" confirmLabel="删除运行" mutation={removeMutation} onClose={onClose}>
      这次运行的全部回答、检查与数字都会删除，不能恢复；报告会写明删除过这次运行。
    </ConfirmDialog>
  )
}
