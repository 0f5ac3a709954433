import { Check, Play, Square, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { ProjectCandidate } from '#contracts/evaluation-projects/project.ts'
import type { NewTrial, Task } from '#contracts/evaluation-projects/trial.ts'
import { TEXT, TRIAL_MEASURE_MAX } from '#contracts/limits.ts'
import { createIdempotencyKey } from '../../../../shared/idempotency-key.ts'
import { Button } from '../../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../../components/control-class.ts'
import { FormField } from '../../../components/form-field.tsx'
import { SelectField } from '../controlled-fields.tsx'
import { useStopwatch } from './use-stopwatch.ts'

type TrialRunnerProps = {
  tasks: readonly Task[]
  candidates: readonly ProjectCandidate[]
  isBusy: boolean
  /** Rejects if the trial couldn't be saved, so that the input is kept. */
  onAdd: (trial: NewTrial) => Promise<unknown>
}

/**
 * The form to record trials one after another: candidate, task, duration, cost, and whether it passed (keys Y and N).
 */
export function TrialRunner({ tasks, candidates, isBusy, onAdd }: TrialRunnerProps) {
  const [task, setTask] = useState(tasks[0]?.key ?? '')
  const [candidate, setCandidate] = useState(candidates[0]?.key ?? '')
  const [seconds, setSeconds] = useState('')
  const [cost, setCost] = useState('')
  const [note, setNote] = useState('')
  const [idempotencyKey] = useState(() => createIdempotencyKey())
  const stopwatch = useStopwatch((elapsedSeconds) => setSeconds(elapsedSeconds.toFixed(1)))
  // The selected task or candidate may have been deleted in the meantime.
  const selectedTask = tasks.find(({ key }) => key === task) ?? tasks[0]
  const selectedCandidate = candidates.find(({ key }) => key === candidate) ?? candidates[0]
  const measures = { seconds: parseMeasure(seconds), cost: parseMeasure(cost) }
  const canAdd = selectedTask && selectedCandidate && Object.values(measures).every((value) => value !== undefined)

  async function addTrial(isPassed: boolean) {
    const stopwatchSeconds = stopwatch.stop()
    if (isBusy || !canAdd) return
    const { seconds: enteredSeconds = null, cost: enteredCost = null } = measures
    const trial = {
      task: selectedTask.key,
      candidate: selectedCandidate.key,
      isPassed,
      seconds: stopwatchSeconds ?? enteredSeconds,
      cost: enteredCost,
      note,
    }
    try {
      await onAdd({ id: idempotencyKey.get(trial), ...trial })
      idempotencyKey.clear()
      // A note that was typed for the next trial during the request stays.
      setNote((current) => (current === note ? '' : current))
      setSeconds('')
      setCost('')
    } catch {
      // The caller has shown the failure.
    }
  }

  function handleKeyDown(event: KeyboardEvent) {
    const isInField = event.target instanceof Element && event.target.closest('input, textarea, select')
    const key = event.key.toLowerCase()
    if (isInField || (key !== 'y' && key !== 'n') || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    void addTrial(key === 'y')
  }

  return (
    <section aria-label="登记试次" className="card min-w-0 p-4" onKeyDown={handleKeyDown}>
      <h2 className="text-lg">登记试次</h2>
      <div className="mt-3 grid gap-4">
        <SelectField
          label="候选"
          isRequired
          value={selectedCandidate?.key ?? ''}
          options={candidates.map(({ key, name }) => ({ value: key, label: name }))}
          onChange={setCandidate}
        />
        <SelectField
          label="任务"
          isRequired
          hint={selectedTask?.acceptance ? `验收：${selectedTask.acceptance}` : undefined}
          value={selectedTask?.key ?? ''}
          options={tasks.map(({ key, title }) => ({ value: key, label: title }))}
          onChange={setTask}
        />
        <div className="grid grid-cols-2 items-start gap-3">
          <MeasureField label="耗时（秒）" text={seconds} value={measures.seconds} onChange={setSeconds} />
          <MeasureField label="费用" text={cost} value={measures.cost} onChange={setCost} />
        </div>
        <Button variant="outline" onClick={stopwatch.isRunning ? stopwatch.stop : stopwatch.start}>
          {stopwatch.isRunning ? <Square className="size-4" aria-hidden /> : <Play className="size-4" aria-hidden />}
          {stopwatch.isRunning ? '停止计时' : '开始计时'}
        </Button>
        <NoteField value={note} onChange={setNote} />
        <ResultButtons isBusy={isBusy} isDisabled={!canAdd} onAdd={addTrial} />
      </div>
    </section>
  )
}

/** Parses a measure. Returns `null` if the text is empty, `undefined` if it isn't a valid number. */
function parseMeasure(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const number = Number(text)
  return number >= 0 && number <= TRIAL_MEASURE_MAX ? number : undefined
}

type MeasureFieldProps = {
  label: string
  text: string
  value: number | null | undefined
  onChange: (text: string) => void
}

const MeasureField = ({ label, text, value, onChange }: MeasureFieldProps) => (
  <FormField label={label} error={value === undefined ? '请填写不小于0的数' : undefined}>
    {(control) => (
      <input
        {...control}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        className={`${CONTROL_CLASS} tabular-nums`}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </FormField>
)

const NoteField = ({ value, onChange }: { value: string; onChange: (note: string) => void }) => (
  <FormField label="备注">
    {(control) => (
      <input
        {...control}
        value={value}
        maxLength={TEXT.paragraph}
        className={CONTROL_CLASS}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </FormField>
)

type ResultButtonsProps = { isBusy: boolean; isDisabled: boolean; onAdd: (isPassed: boolean) => Promise<void> }

/** The buttons that record the trial as passed or failed. */
const ResultButtons = ({ isBusy, isDisabled, onAdd }: ResultButtonsProps) => (
  <div className="grid grid-cols-2 gap-3">
    <Button className="px-2" isBusy={isBusy} disabled={isDisabled} aria-keyshortcuts="y" onClick={() => onAdd(true)}>
      <Check className="size-4" aria-hidden />
      通过（Y）
    </Button>
    <Button
      variant="outline"
      className="px-2"
      isBusy={isBusy}
      disabled={isDisabled}
      aria-keyshortcuts="n"
      onClick={() => onAdd(false)}
    >
      <X className="size-4" aria-hidden />
      未通过（N）
    </Button>
  </div>
)
