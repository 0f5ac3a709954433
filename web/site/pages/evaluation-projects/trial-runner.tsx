import { Check, Play, Square, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import type { ProjectCandidate } from '#contracts/evaluation-projects/project.ts'
import type { Task, TrialsAddSchema } from '#contracts/evaluation-projects/trial.ts'
import { TEXT } from '#contracts/limits.ts'
import { Button } from '../../parts/buttons.tsx'
import { CONTROL_CLASS, FormField } from '../../parts/form-field.tsx'

export type NewTrial = z.infer<typeof TrialsAddSchema>['trials'][number]

type TrialRunnerProps = {
  tasks: readonly Task[]
  candidates: readonly ProjectCandidate[]
  isBusy: boolean
  /** Rejects if the trial wasn't saved; what was typed then stays. */
  onAdd: (trial: NewTrial) => Promise<unknown>
}

/** One trial after another: a task for a candidate, the time it takes, passed or not (Y or N). */
export function TrialRunner({ tasks, candidates, isBusy, onAdd }: TrialRunnerProps) {
  const [task, setTask] = useState(tasks[0]?.key ?? '')
  const [candidate, setCandidate] = useState(candidates[0]?.key ?? '')
  const [note, setNote] = useState('')
  const [id, setId] = useState(() => crypto.randomUUID())
  const timer = useTimer()
  const chosen = tasks.find(({ key }) => key === task)

  async function add(isPassed: boolean) {
    if (isBusy || !chosen || candidate === '') return
    const seconds = timer.stop()
    try {
      // The id stays until the trial is in: a repeated request adds nothing twice.
      await onAdd({ id, task, candidate, isPassed, seconds, cost: null, note })
      setId(crypto.randomUUID())
      setNote('')
      timer.reset()
    } catch {
      // The caller has shown the failure.
    }
  }

  return (
    <section
      aria-label="登记试次"
      className="card min-w-0 p-4"
      onKeyDown={(event) => {
        const isInField = event.target instanceof Element && event.target.closest('input, textarea, select')
        const passed: Readonly<Record<string, boolean>> = { y: true, n: false }
        const isPassed = passed[event.key.toLowerCase()]
        if (isInField || isPassed === undefined || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        void add(isPassed)
      }}
    >
      <h2 className="text-lg">登记试次</h2>
      <div className="mt-3 grid gap-4">
        <FormField label="候选" isRequired>
          {(control) => (
            <select
              {...control}
              className={CONTROL_CLASS}
              value={candidate}
              onChange={({ target }) => setCandidate(target.value)}
            >
              {candidates.map(({ key, name }) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </FormField>
        <FormField label="任务" isRequired hint={chosen?.acceptance ? `验收：${chosen.acceptance}` : undefined}>
          {(control) => (
            <select
              {...control}
              className={CONTROL_CLASS}
              value={task}
              onChange={({ target }) => setTask(target.value)}
            >
              {tasks.map(({ key, title }) => (
                <option key={key} value={key}>
                  {title}
                </option>
              ))}
            </select>
          )}
        </FormField>
        <div className="flex items-center gap-3">
          <Button look="outline" onClick={timer.isRunning ? timer.stop : timer.start}>
            {timer.isRunning ? <Square className="size-4" aria-hidden /> : <Play className="size-4" aria-hidden />}
            {timer.isRunning ? '停止' : '计时'}
          </Button>
          <span role="timer" className="tabular-nums">
            {timer.seconds === null ? '未计时' : `${timer.seconds.toFixed(1)}秒`}
          </span>
        </div>
        <FormField label="备注">
          {(control) => (
            <input
              {...control}
              value={note}
              maxLength={TEXT.paragraph}
              className={CONTROL_CLASS}
              onChange={({ target }) => setNote(target.value)}
            />
          )}
        </FormField>
        <div className="grid grid-cols-2 gap-3">
          <Button isBusy={isBusy} aria-keyshortcuts="y" onClick={() => add(true)}>
            <Check className="size-4" aria-hidden />
            通过（Y）
          </Button>
          <Button look="outline" isBusy={isBusy} aria-keyshortcuts="n" onClick={() => add(false)}>
            <X className="size-4" aria-hidden />
            未通过（N）
          </Button>
        </div>
      </div>
    </section>
  )
}

const TICK_MS = 100

/** A stopwatch; `null` seconds until it was started. */
function useTimer() {
  const [startedAt, setStartedAt] = useState<number | null>(null)
  const [seconds, setSeconds] = useState<number | null>(null)
  const measure = (start: number) => Math.round((performance.now() - start) / 100) / 10
  useEffect(() => {
    if (startedAt === null) return
    const tick = setInterval(() => setSeconds(measure(startedAt)), TICK_MS)
    return () => clearInterval(tick)
  })
  return {
    seconds,
    isRunning: startedAt !== null,
    start() {
      setStartedAt(performance.now())
      setSeconds(0)
    },
    /** Returns the seconds. */
    stop(): number | null {
      const measured = startedAt === null ? seconds : measure(startedAt)
      setStartedAt(null)
      setSeconds(measured)
      return measured
    },
    reset() {
      setStartedAt(null)
      setSeconds(null)
    },
  }
}
