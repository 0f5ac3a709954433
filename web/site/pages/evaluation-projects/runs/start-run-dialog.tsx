import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { Connection } from '#contracts/agents/connection.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { runCalls } from '#contracts/evaluation-runs/calls.ts'
import { RUN_ASKERS, type RunAsker } from '#contracts/evaluation-runs/statuses.ts'
import { RUNS, TASKS, TEXT } from '#contracts/limits.ts'
import { call } from '../../../../shared/call.ts'
import { findFieldMessage, toErrorMessage } from '../../../../shared/call-error.ts'
import { createIdempotencyKeys } from '../../../../shared/idempotency-keys.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { Button } from '../../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../../components/control-class.ts'
import { Dialog } from '../../../components/dialog.tsx'
import { focusFirstField } from '../../../components/focus-first-field.ts'
import { FormField } from '../../../components/form-field.tsx'
import { FormError } from '../../../components/text-field.tsx'
import { focusInvalidField } from '../../../components/use-focus-invalid-field.ts'
import { connectionsQuery } from '../connections/connection-queries.ts'
import { SelectField } from '../controlled-fields.tsx'
import { NumberInput } from '../number-input.tsx'
import { CheckboxField } from '../tasks/check-fields.tsx'
import { describeRecipients, planRun } from './plan-run.ts'
import { PlanSummary } from './plan-summary.tsx'
import { RunLimitFields, useRunLimits } from './run-limits.tsx'
import { useReloadRuns } from './run-queries.ts'

type StartRunDialogProps = { project: ProjectView; onStarted: (run: string) => void; onClose: () => void }

/** Plans a run: says what will be sent to whom, how often and for how much, and begins it. */
export function StartRunDialog({ project, onStarted, onClose }: StartRunDialogProps) {
  const { data } = useQuery(connectionsQuery(project.id))
  return (
    <Dialog isOpen onClose={onClose} title="开始运行" className="max-w-2xl">
      {data && <StartRunForm project={project} connections={data.data} onStarted={onStarted} />}
    </Dialog>
  )
}

const ASKERS = [
  { value: 'platform', label: '由平台运行' },
  { value: 'runner', label: '由执行器运行：智能体在自有网络中，平台连不到' },
]

/** Of a candidate that only a runner can reach. */
const UNKNOWN_CONNECTION = { lastProbe: null, maxConcurrency: 1, perMinute: 1 }

type StartRunFormProps = {
  project: ProjectView
  connections: readonly Connection[]
  onStarted: (run: string) => void
}

function StartRunForm({ project: { id, setup, tasks }, connections, onStarted }: StartRunFormProps) {
  const connected = setup.candidates.filter(({ key }) => connections.some(({ candidate }) => candidate === key))
  const [asker, setAsker] = useState<RunAsker>(connected.length === 0 ? 'runner' : 'platform')
  // A runner may have connections of its own.
  const askable = asker === 'runner' ? setup.candidates : connected
  const [candidates, setCandidates] = useState(askable.map(({ key }) => key))
  const [title, setTitle] = useState('')
  const [repeats, setRepeats] = useState<number>(RUNS.repeats)
  const [retries, setRetries] = useState<number>(RUNS.retries.initial)
  const [canAskAgain, setCanAskAgain] = useState(true)
  const [runIds] = useState(() => createIdempotencyKeys())
  const reload = useReloadRuns()
  const chosen = askable.filter(({ key }) => candidates.includes(key))
  const chosenKeys = chosen.map(({ key }) => key)
  const plan = planRun({
    tasks,
    repeats,
    connections: chosenKeys.map((key) => connections.find(({ candidate }) => candidate === key) ?? UNKNOWN_CONNECTION),
  })
  const tried = new Set(connections.filter(({ lastProbe }) => lastProbe?.answer).map(({ candidate }) => candidate))
  const untried = connected.filter(({ key }) => chosenKeys.includes(key) && !tried.has(key)).map(({ name }) => name)
  const skipped = setup.candidates.filter((candidate) => !askable.includes(candidate)).map(({ name }) => name)
  const runLimits = useRunLimits(plan.calls)
  const startMutation = useMutation({
    mutationFn: () => {
      const body = {
        title,
        candidates: chosenKeys,
        repeats,
        retries,
        limits: runLimits.limits,
        askAgain: canAskAgain,
        asker,
        // The order of questions; another run asks in another one.
        seed: Math.floor(Math.random() * RUNS.seedMax),
      }
      const { seed: _seed, ...recognized } = body
      return call(runCalls.create, { params: { id }, body: { ...body, id: runIds.get(JSON.stringify(recognized)) } })
    },
    onSuccess: ({ data }) => onStarted(data.id),
    onSettled: reload,
  })

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!focusInvalidField(event.currentTarget)) startMutation.mutate()
  }

  return (
    <form ref={focusFirstField} method="post" noValidate onSubmit={handleSubmit} className="space-y-5">
      <FormField label="名称" hint="例如“首轮”或“新版本”。" error={findFieldMessage(startMutation.error, 'title')}>
        {(control) => (
          <input
            {...control}
            autoComplete="off"
            maxLength={TEXT.line}
            className={CONTROL_CLASS}
            value={title}
            onChange={({ target }) => setTitle(target.value)}
          />
        )}
      </FormField>
      <SelectField
        label="由谁提问"
        isRequired
        value={asker}
        options={ASKERS}
        onChange={(value) => {
          const chosenAsker = RUN_ASKERS.find((item) => item === value) ?? asker
          setAsker(chosenAsker)
          setCandidates((chosenAsker === 'runner' ? setup.candidates : connected).map(({ key }) => key))
        }}
      />
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">候选</legend>
        <div className="flex flex-wrap gap-x-5">
          {askable.length === 0 && <p className="text-sm">还没有连接任何候选，请先在上面连接。</p>}
          {askable.map(({ key, name }) => (
            <CheckboxField
              key={key}
              label={name}
              isChecked={candidates.includes(key)}
              onChange={(isChecked) =>
                setCandidates((keys) => (isChecked ? [...keys, key] : keys.filter((item) => item !== key)))
              }
            />
          ))}
        </div>
      </fieldset>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField label="每个任务问几次" hint="同一个问题多问几次，才看得出是不是碰巧。" isRequired>
          {(control) => <NumberInput {...control} min={1} max={TASKS.repeats} value={repeats} onChange={setRepeats} />}
        </FormField>
        <FormField label="失败后再试几次" hint="只在还没有收到回复时。" isRequired>
          {(control) => <NumberInput {...control} max={RUNS.retries.max} value={retries} onChange={setRetries} />}
        </FormField>
        <RunLimitFields {...runLimits} callsHint="多轮对话与重试都计入。" />
      </div>
      <CheckboxField
        label="没有收到回复的问题可以重问（智能体的操作有后果时请取消勾选）"
        isChecked={canAskAgain}
        onChange={setCanAskAgain}
      />
      <PlanSummary
        plan={plan}
        minutes={runLimits.limits.minutes}
        tasks={tasks}
        places={asker === 'runner' ? '由执行器的连接决定的地址' : describeRecipients(chosen, connections) || '——'}
        untried={untried}
        skipped={skipped}
      />
      <FormError>{startMutation.error && toErrorMessage(startMutation.error)}</FormError>
      <Button type="submit" className="w-full" isBusy={startMutation.isPending} isUnavailable={chosenKeys.length === 0}>
        {startMutation.isPending ? '开始中……' : '开始'}
      </Button>
    </form>
  )
}
