import { Check, Play, Square, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { TEXT } from '#contracts/limits.ts'
import { Button } from '../../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../../components/control-class.ts'
import { FormField } from '../../../components/form-field.tsx'
import { SelectField } from '../controlled-fields.tsx'
import { type TrialFormOptions, useTrialForm } from './use-trial-form.ts'

/**
 * The form to record trials one after another: candidate, task, duration, cost, and whether it passed (keys Y and N).
 */
export function TrialRunner(options: TrialFormOptions) {
  const { tasks, candidates, isBusy } = options
  const form = useTrialForm(options)
  const { task, candidate, measures, stopwatch } = form

  function handleKeyDown(event: KeyboardEvent) {
    const isInField = event.target instanceof Element && event.target.closest('input, textarea, select')
    const key = event.key.toLowerCase()
    if (isInField || (key !== 'y' && key !== 'n') || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    void form.addTrial(key === 'y')
  }

  return (
    <section aria-label="登记试次" className="card min-w-0 p-4" onKeyDown={handleKeyDown}>
      <h2 className="text-lg">登记试次</h2>
      <div className="mt-3 grid gap-4">
        <SelectField
          label="候选"
          isRequired
          value={candidate?.key ?? ''}
          options={candidates.map(({ key, name }) => ({ value: key, label: name }))}
          onChange={form.setCandidateKey}
        />
        <SelectField
          label="任务"
          isRequired
          hint={task?.acceptance ? `验收：${task.acceptance}` : undefined}
          value={task?.key ?? ''}
          options={tasks.map(({ key, title }) => ({ value: key, label: title }))}
          onChange={form.setTaskKey}
        />
        <div className="grid grid-cols-2 items-start gap-3">
          <MeasureField label="耗时（秒）" text={form.seconds} value={measures.seconds} onChange={form.setSeconds} />
          <MeasureField label="费用（元）" text={form.cost} value={measures.cost} onChange={form.setCost} />
        </div>
        <Button variant="outline" onClick={stopwatch.isRunning ? stopwatch.stop : stopwatch.start}>
          {stopwatch.isRunning ? <Square className="size-4" aria-hidden /> : <Play className="size-4" aria-hidden />}
          <span>{stopwatch.isRunning ? '停止计时' : '开始计时'}</span>
        </Button>
        <NoteField value={form.note} onChange={form.setNote} />
        <ResultButtons isBusy={isBusy} isUnavailable={!form.canAdd} onAdd={form.addTrial} />
      </div>
    </section>
  )
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

type ResultButtonsProps = { isBusy: boolean; isUnavailable: boolean; onAdd: (isPassed: boolean) => Promise<void> }

/** The buttons that record the trial as passed or failed. */
const ResultButtons = ({ isBusy, isUnavailable, onAdd }: ResultButtonsProps) => (
  <div className="grid grid-cols-2 gap-3">
    <Button
      className="px-2"
      isBusy={isBusy}
      isUnavailable={isUnavailable}
      aria-keyshortcuts="y"
      onClick={() => onAdd(true)}
    >
      <Check className="size-4" aria-hidden />
      <span>
        通过<KeyHint>Y</KeyHint>
      </span>
    </Button>
    <Button
      variant="outline"
      className="px-2"
      isBusy={isBusy}
      isUnavailable={isUnavailable}
      aria-keyshortcuts="n"
      onClick={() => onAdd(false)}
    >
      <X className="size-4" aria-hidden />
      <span>
        未通过<KeyHint>N</KeyHint>
      </span>
    </Button>
  </div>
)

/** A shortcut in a button's label; hidden on narrow screens, which lack the room and usually the keyboard. */
const KeyHint = ({ children }: { children: string }) => <span className="hidden sm:inline">（{children}）</span>
