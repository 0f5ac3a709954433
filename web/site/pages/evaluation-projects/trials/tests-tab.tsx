import { useEffect, useState } from 'react'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import type { NewTrial } from '#contracts/evaluation-projects/trial.ts'
import { call } from '../../../../shared/call.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { Button } from '../../../components/buttons.tsx'
import { useToast } from '../../../components/toast.tsx'
import { createLazyImport, useLazyComponent } from '../../../lazy-import.ts'
import { type LoadedProject, useProjectCache } from '../project-queries.ts'
import { TasksCard } from '../tasks/tasks-card.tsx'
import { TrialImportDialog } from './trial-import-dialog.tsx'
import { TrialRunner } from './trial-runner.tsx'
import { TrialsCard } from './trials-card.tsx'

const lazyAgentTests = createLazyImport(async () => (await import('../runs/agent-tests.tsx')).AgentTests)

/** The project's own test tasks, and the candidates' results. */
export function TestsTab({ project }: { project: LoadedProject }) {
  const { id, tasks, trials, status, setup } = project.data
  const cache = useProjectCache()
  const showToast = useToast()
  const [isImporting, setIsImporting] = useState(false)
  const isFinal = status === 'final'
  const hasCandidates = setup.candidates.length > 0
  const addTrialMutation = useMutation({
    mutationFn: (trial: NewTrial) => call(projectCalls.addTrials, { params: { id }, body: { trials: [trial] } }),
    onError: (error) => showToast(toErrorMessage(error), 'error'),
    onSettled: cache.reload,
  })
  return (
    <div className="space-y-6">
      <div className={`grid items-start gap-6 ${isFinal ? '' : 'lg:grid-cols-[minmax(0,1fr)_22rem]'}`}>
        <TasksCard project={project} isFinal={isFinal} />
        {!isFinal && (
          <div className="grid gap-4 lg:col-start-2 lg:row-span-2 lg:row-start-1">
            {tasks.length > 0 && hasCandidates && (
              <TrialRunner
                tasks={tasks}
                candidates={setup.candidates}
                isBusy={addTrialMutation.isPending}
                onAdd={(trial) => addTrialMutation.mutateAsync(trial)}
              />
            )}
            <section aria-label="从表格导入" className="card p-4">
              <h2 className="text-lg">从表格导入</h2>
              <p className="mt-1 mb-3 text-sm text-muted">
                {hasCandidates ? '用CSV或Excel一次登记多个试次，导入前先核对。' : '添加候选之后可以导入。'}
              </p>
              <Button
                variant="outline"
                className="w-full"
                isUnavailable={!hasCandidates}
                onClick={() => setIsImporting(true)}
              >
                导入试次
              </Button>
            </section>
          </div>
        )}
        {trials.length > 0 && <TrialsCard project={project.data} />}
      </div>
      <LazyAgentTests project={project.data} />
      <TrialImportDialog project={project.data} isOpen={isImporting} onClose={() => setIsImporting(false)} />
    </div>
  )
}

/** The connections and runs, loaded when the tests are opened. */
function LazyAgentTests({ project }: { project: ProjectView }) {
  const { Component: AgentTests, hasFailed, preload } = useLazyComponent(lazyAgentTests)
  useEffect(preload, [preload])
  if (AgentTests) return <AgentTests project={project} />
  if (!hasFailed) return null
  return (
    <section aria-label="智能体实测" className="card flex flex-wrap items-center gap-3 p-5">
      <p role="alert">智能体连接与实测没有加载成功，请检查网络。</p>
      <Button variant="outline" onClick={preload}>
        重试
      </Button>
    </section>
  )
}
