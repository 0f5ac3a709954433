import { useMutation } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { ProjectTrial, Task } from '#contracts/evaluation-projects/trial.ts'
import { TEXT } from '#contracts/limits.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { call } from '../../../shared/call.ts'
import { failureMessage, isReadFailure } from '../../../shared/read-failure.ts'
import { Button } from '../../parts/buttons.tsx'
import { CONTROL_CLASS, FormField } from '../../parts/form-field.tsx'
import { EmptyNotice } from '../../parts/page-states.tsx'
import { FormFailure } from '../../parts/text-field.tsx'
import { useToast } from '../../parts/toast.tsx'
import { type LoadedProject, useProjectCache } from './project-queries.ts'
import { readTasks } from './read-tasks.ts'
import { type NewTrial, TrialRunner } from './trial-runner.tsx'

const SHOWN_TRIALS = 50

/** Tasks of one's own that every candidate is asked to do, and how the candidates did. */
export function TestsTab({ project }: { project: LoadedProject }) {
  const { id, tasks, trials, status, setup } = project.data
  const cache = useProjectCache()
  const showToast = useToast()
  const isFinal = status === 'final'
  const add = useMutation({
    mutationFn: (trial: NewTrial) => call(projectCalls.addTrials, { params: { id }, body: { trials: [trial] } }),
    onSuccess: () => cache.reload(),
    onError: (error) => showToast(failureMessage(error, SITE_MESSAGES.callFailed), 'error'),
  })
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid min-w-0 gap-6">
        <Tasks project={project} isFinal={isFinal} />
        {trials.length > 0 && <Trials project={project} />}
      </div>
      {tasks.length > 0 && setup.candidates.length > 0 && !isFinal && (
        <TrialRunner
          tasks={tasks}
          candidates={setup.candidates}
          isBusy={add.isPending}
          onAdd={(trial) => add.mutateAsync(trial)}
        />
      )}
    </div>
  )
}

function Tasks({ project: { data, version }, isFinal }: { project: LoadedProject; isFinal: boolean }) {
  const cache = useProjectCache()
  const [typed, setTyped] = useState('')
  const criteria = data.setup.groups.flatMap((group) => group.criteria)
  const save = useMutation({
    mutationFn: (tasks: Task[]) => call(projectCalls.saveTasks, { params: { id: data.id }, body: { tasks }, version }),
    onSuccess: (project) => cache.replace(project),
    onError: (error) => {
      if (isReadFailure(error) && error.status === 412) void cache.reload()
    },
  })
  const used = new Set(data.trials.map(({ task }) => task))
  return (
    <section aria-label="测试任务" className="card min-w-0 p-5">
      <h2 className="text-xl">测试任务</h2>
      <p className="mt-1 text-sm text-muted">所有候选做同样的任务。指定准则后，通过率会作为该准则的建议分。</p>
      {data.tasks.length === 0 && <p className="mt-4 text-muted">还没有任务，在下面填写或粘贴。</p>}
      <ul className="mt-3 divide-y divide-line">
        {data.tasks.map((task) => (
          <li key={task.key} className="grid items-center gap-2 py-3 sm:grid-cols-[minmax(0,1fr)_14rem_auto]">
            <div>
              <p className="font-medium">{task.title}</p>
              {task.acceptance && <p className="text-sm text-muted">验收：{task.acceptance}</p>}
            </div>
            <select
              aria-label={`${task.title}对应的准则`}
              className={CONTROL_CLASS}
              disabled={isFinal || save.isPending}
              value={task.criterion ?? ''}
              onChange={({ target }) =>
                save.mutate(
                  data.tasks.map((item) =>
                    item.key === task.key ? { ...item, criterion: target.value || null } : item,
                  ),
                )
              }
            >
              <option value="">不对应准则</option>
              {criteria.map(({ key, title }) => (
                <option key={key} value={key}>
                  {title}
                </option>
              ))}
            </select>
            {!isFinal && (
              <button
                type="button"
                className="inline-flex size-11 items-center justify-center text-muted hover:text-ink disabled:opacity-40"
                aria-label={`删除任务：${task.title}`}
                disabled={used.has(task.key) || save.isPending}
                onClick={() => save.mutate(data.tasks.filter(({ key }) => key !== task.key))}
              >
                <X className="size-4" aria-hidden />
              </button>
            )}
          </li>
        ))}
      </ul>
      {!isFinal && (
        <div className="mt-4 space-y-3">
          <FormField label="添加任务" hint="每行一个；从表格粘贴时，第二列是验收标准。">
            {(control) => (
              <textarea
                {...control}
                rows={3}
                maxLength={TEXT.paragraph}
                className={CONTROL_CLASS}
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
              />
            )}
          </FormField>
          <FormFailure>{save.isError && failureMessage(save.error, SITE_MESSAGES.callFailed)}</FormFailure>
          <Button
            look="outline"
            isBusy={save.isPending}
            disabled={typed.trim() === ''}
            onClick={() => save.mutate(readTasks(typed, data.tasks), { onSuccess: () => setTyped('') })}
          >
            <Plus className="size-4" aria-hidden />
            添加
          </Button>
        </div>
      )}
    </section>
  )
}

function Trials({ project: { data } }: { project: LoadedProject }) {
  const cache = useProjectCache()
  const showToast = useToast()
  const remove = useMutation({
    mutationFn: (trial: string) => call(projectCalls.removeTrial, { params: { id: data.id, trial } }),
    onSuccess: () => cache.reload(),
    onError: (error) => showToast(failureMessage(error, SITE_MESSAGES.callFailed), 'error'),
  })
  const tasks = new Map(data.tasks.map(({ key, title }) => [key, title]))
  const candidates = new Map(data.setup.candidates.map(({ key, name }) => [key, name]))
  const latest = data.trials.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)).slice(0, SHOWN_TRIALS)
  const describe = (trial: ProjectTrial) =>
    `${candidates.get(trial.candidate) ?? ''}，${tasks.get(trial.task) ?? ''}，${trial.isPassed ? '通过' : '未通过'}`
  return (
    <section aria-label="试次" className="card min-w-0 p-5">
      <h2 className="text-xl">试次（{data.trials.length}）</h2>
      {data.trials.length > SHOWN_TRIALS && <p className="text-sm text-muted">显示最近{SHOWN_TRIALS}次</p>}
      {latest.length === 0 && <EmptyNotice />}
      <ul className="mt-2 divide-y divide-line">
        {latest.map((trial) => (
          <li key={trial.id} className="flex items-center justify-between gap-3 text-sm">
            <span className="tabular-nums">
              {describe(trial)}
              {trial.seconds !== null && ` · ${trial.seconds}秒`}
              {trial.note && <span className="text-muted"> · {trial.note}</span>}
            </span>
            {data.status !== 'final' && (
              <button
                type="button"
                className="inline-flex size-11 shrink-0 items-center justify-center text-muted hover:text-ink"
                aria-label={`删除试次：${describe(trial)}`}
                disabled={remove.isPending}
                onClick={() => remove.mutate(trial.id)}
              >
                <X className="size-4" aria-hidden />
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
