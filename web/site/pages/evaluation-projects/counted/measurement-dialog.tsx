import { type SubmitEvent, useCallback, useRef, useState } from 'react'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { Measurement } from '#contracts/evaluation-projects/counted.ts'
import type { ProjectCandidate } from '#contracts/evaluation-projects/project.ts'
import { EVALUATION_ANALYSIS } from '#contracts/limits.ts'
import type { MeasuredCriterion } from '#contracts/rules/evaluation/counted-criteria.ts'
import { describeMark } from '#contracts/rules/evaluation/describe-counted.ts'
import { call } from '../../../../shared/call.ts'
import { findFieldMessage, toFormMessage } from '../../../../shared/call-error.ts'
import { Button } from '../../../components/buttons.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { focusFirstField } from '../../../components/focus-first-field.ts'
import { FormField } from '../../../components/form-field.tsx'
import { FormError } from '../../../components/text-field.tsx'
import { useFocusInvalidField } from '../../../components/use-focus-invalid-field.ts'
import { useUnsavedEdits } from '../../../components/use-unsaved-edits.ts'
import { TextAreaField } from '../controlled-fields.tsx'
import { findInvalidNumber } from '../find-invalid-number.ts'
import { NumberInput } from '../number-input.tsx'
import type { LoadedProject } from '../project-queries.ts'
import { useSaveOnLatest } from '../use-save-on-latest.ts'

type MeasurementDialogProps = {
  project: LoadedProject
  candidate: ProjectCandidate
  criteria: readonly MeasuredCriterion[]
  onClose: () => void
}

/** Edits what the pilot of a candidate measured, for all criteria at once. */
export function MeasurementDialog({ project, candidate, criteria, onClose }: MeasurementDialogProps) {
  const [drafts, setDrafts] = useState(() =>
    criteria.map(
      ({ key }): Measurement =>
        project.data.measurements.find((item) => item.candidate === candidate.key && item.criterion === key) ?? {
          candidate: candidate.key,
          criterion: key,
          before: null,
          after: null,
          evidence: '',
        },
    ),
  )
  const [isEdited, setIsEdited] = useState(false)
  const { mutate, isPending, error } = useSaveMeasurements(project)
  const form = useRef<HTMLFormElement>(null)
  // The same function in each render, so that only the opening of the dialog moves the focus.
  const attachForm = useCallback((element: HTMLFormElement | null) => {
    form.current = element
    focusFirstField(element)
  }, [])
  useUnsavedEdits(isEdited)
  useFocusInvalidField(form, error)

  function change(criterion: string, changes: Partial<Measurement>): void {
    setIsEdited(true)
    setDrafts((current) => current.map((item) => (item.criterion === criterion ? { ...item, ...changes } : item)))
  }

  function handleSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const invalidNumber = findInvalidNumber(event.currentTarget)
    if (invalidNumber) invalidNumber.focus()
    else mutate(drafts, { onSuccess: onClose })
  }

  return (
    <Dialog isOpen onClose={onClose} title={`${candidate.name}的试点数据`} className="max-w-2xl">
      <form ref={attachForm} method="post" noValidate onSubmit={handleSubmit} className="space-y-5">
        {criteria.map((criterion, index) => {
          const draft = drafts.find((item) => item.criterion === criterion.key)
          if (!draft) return null
          const { unit } = criterion.counted
          const getError = (field: string) => findFieldMessage(error, `measurements.${index}.${field}`)
          return (
            <fieldset key={criterion.key} className="rounded-lg border border-line p-3">
              <legend className="px-1 font-medium">{criterion.title}</legend>
              <p className="text-sm text-muted">{`标准：${describeMark(criterion)}`}</p>
              <div className="mt-2 grid gap-3 sm:grid-cols-2">
                <FigureField
                  label={`试点前${unit === '' ? '' : `（${unit}）`}`}
                  value={draft.before}
                  error={getError('before')}
                  onChange={(before) => change(criterion.key, { before })}
                />
                <FigureField
                  label={`试点后${unit === '' ? '' : `（${unit}）`}`}
                  value={draft.after}
                  error={getError('after')}
                  onChange={(after) => change(criterion.key, { after })}
                />
              </div>
              <div className="mt-3">
                <TextAreaField
                  label="怎样测得"
                  hint="时间、样本、数据来源。"
                  rows={2}
                  value={draft.evidence}
                  error={getError('evidence')}
                  onChange={(evidence) => change(criterion.key, { evidence })}
                />
              </div>
            </fieldset>
          )
        })}
        <FormError>{toFormMessage(error)}</FormError>
        <Button type="submit" isBusy={isPending} className="w-full">
          {isPending ? '保存中……' : '保存'}
        </Button>
      </form>
    </Dialog>
  )
}

type FigureFieldProps = {
  label: string
  value: number | null
  error: string | undefined
  onChange: (value: number | null) => void
}

const FigureField = ({ label, value, error, onChange }: FigureFieldProps) => (
  <FormField label={label} error={error}>
    {(control) => (
      <NumberInput
        {...control}
        min={-EVALUATION_ANALYSIS.price}
        max={EVALUATION_ANALYSIS.price}
        value={value}
        onChange={onChange}
        onClear={() => onChange(null)}
      />
    )}
  </FormField>
)

/** Returns a mutation that replaces the measurements of a candidate, and keeps those of the others as they are by now. */
const useSaveMeasurements = (project: LoadedProject) =>
  useSaveOnLatest(project, (own: Measurement[], { id, measurements }, version) => {
    const candidates = new Set(own.map(({ candidate }) => candidate))
    // First, so that their errors are at known places.
    const changed = [...own, ...measurements.filter(({ candidate }) => !candidates.has(candidate))]
    return call(projectCalls.saveMeasurements, { params: { id }, body: { measurements: changed }, version })
  })
