import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useState } from 'react'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { Button } from '../../../components/buttons.tsx'
import { FormError } from '../../../components/text-field.tsx'
import { usePageQuery } from '../../../use-page-query.ts'
import { connectionsQuery } from '../connections/connection-queries.ts'
import { SelectField } from '../controlled-fields.tsx'
import { describeRun } from './describe-run.ts'
import { isLive, runQuery, runsQuery } from './run-queries.ts'
import { RunView } from './run-view.tsx'
import { StartRunDialog } from './start-run-dialog.tsx'
import { RUN_PROGRESS, useRunProgress } from './use-run-progress.ts'

/** The runs of a project: the platform asks the connected candidates, and the latest run fills before one's eyes. */
export function RunsSection({ project }: { project: ProjectView }) {
  const { tasks, status } = project
  const { query, change } = usePageQuery(SITE_PAGES.evaluationProject.parameters)
  const [isFollowing, setIsFollowing] = useState(false)
  const runs = useQuery(runsQuery(project.id, { isFollowing }))
  useRunProgress(RUN_PROGRESS, { id: project.id, run: runs.data?.find(isLive)?.id }, setIsFollowing)
  const connections = useQuery(connectionsQuery(project.id))
  const [isStarting, setIsStarting] = useState(false)
  const isFinal = status === 'final'
  const chosen = runs.data?.find((run) => run.id === query.run) ?? runs.data?.[0]
  const isActive = runs.data?.some((run) => run.status === 'running' || run.status === 'paused') ?? false
  const obstacle = findObstacle({ tasks: tasks.length, isActive })
  const showRun = (run: string) => change({ run }, { replace: true })

  return (
    <section aria-label="实测运行" className="card min-w-0 p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">实测运行</h2>
        {!isFinal && connections.data?.isEnabled && (
          <Button isUnavailable={obstacle !== undefined} onClick={() => setIsStarting(true)}>
            <Play className="size-4" aria-hidden />
            开始运行
          </Button>
        )}
      </div>
      <p className="mt-2 max-w-[76ch] text-sm text-muted">
        平台按同一规程逐题提问，反复几次，按检查判定并计数。关闭页面不影响运行，结束时发邮件给您。
      </p>
      {!isFinal && obstacle !== undefined && <p className="mt-3 text-sm">{obstacle}</p>}
      <div className="mt-3">
        <FormError>{runs.error && toErrorMessage(runs.error)}</FormError>
      </div>
      {runs.data && runs.data.length > 1 && chosen && (
        <div className="mb-5 max-w-md">
          <SelectField
            label="运行"
            isRequired
            value={chosen.id}
            options={runs.data.map((run) => ({ value: run.id, label: describeRun(run) }))}
            onChange={showRun}
          />
        </div>
      )}
      {chosen && (
        <LoadedRun
          key={chosen.id}
          project={project}
          runId={chosen.id}
          isFollowing={isFollowing}
          canChange={!isFinal}
          onRemoved={() => showRun('')}
        />
      )}
      {isStarting && (
        <StartRunDialog
          project={project}
          onClose={() => setIsStarting(false)}
          onStarted={(run) => {
            setIsStarting(false)
            showRun(run)
          }}
        />
      )}
    </section>
  )
}

type LoadedRunProps = {
  project: ProjectView
  runId: string
  isFollowing: boolean
  canChange: boolean
  onRemoved: () => void
}

function LoadedRun({ project, runId, isFollowing, canChange, onRemoved }: LoadedRunProps) {
  const { data, error } = useQuery(runQuery(project.id, runId, { isFollowing }))
  if (data)
    return (
      <RunView project={project} run={data} isFollowing={isFollowing} canChange={canChange} onRemoved={onRemoved} />
    )
  return <FormError>{error && toErrorMessage(error)}</FormError>
}

type Conditions = { tasks: number; isActive: boolean }

/** Returns why no run can be started; `undefined` if one can. */
function findObstacle({ tasks, isActive }: Conditions): string | undefined {
  if (tasks === 0) return '先添加任务，再开始运行。'
  return isActive ? '当前的运行结束之后，可以开始下一次。' : undefined
}
