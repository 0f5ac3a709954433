import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Check, CheckKind } from '#contracts/evaluation-checks/check.ts'
import { CHECK_LABELS } from '#contracts/evaluation-checks/labels.ts'
import { CHECKS } from '#contracts/limits.ts'
import { Button } from '../../../components/buttons.tsx'
import { FieldError, FormField } from '../../../components/form-field.tsx'
import { SelectField } from '../controlled-fields.tsx'
import { NumberInput } from '../number-input.tsx'
import { CheckboxField, CheckFields } from './check-fields.tsx'
import { createCheck } from './new-check.ts'

const KIND_OPTIONS = Object.entries(CHECK_LABELS).map(([value, label]) => ({ value, label }))

const isKind = (value: string): value is CheckKind => Object.hasOwn(CHECK_LABELS, value)

type ChecksFieldProps = {
  checks: readonly Check[]
  /** Returns the error of a part of the list by its path, such as `0.pattern`; that of the list itself for `''`. */
  getError: (path: string) => string | undefined
  onChange: (checks: Check[]) => void
}

/** The checks of a task's reply: rules that it passes or fails. */
export function ChecksField({ checks, getError, onChange }: ChecksFieldProps) {
  // Checks have no identity of their own: a removed one must not leave its half-typed texts to the next.
  const keys = useItemKeys(checks.length)
  return (
    <fieldset className="space-y-4">
      <legend className="mb-1.5 text-sm font-medium">
        检查<span className="font-normal text-muted">（选填）</span>
      </legend>
      <p className="text-sm text-muted">按规则判定回答；没有检查的任务，由人按验收标准判定。</p>
      {checks.map((check, index) => (
        <CheckCard
          key={keys.list[index]}
          number={index + 1}
          check={check}
          getError={(field) => getError(`${index}.${field}`)}
          onChange={(changed) => onChange(checks.with(index, changed))}
          onRemove={() => {
            keys.remove(index)
            onChange(checks.toSpliced(index, 1))
          }}
        />
      ))}
      <FieldError>{getError('')}</FieldError>
      <Button
        variant="outline"
        isUnavailable={checks.length >= CHECKS.max}
        onClick={() => onChange([...checks, createCheck('contains')])}
      >
        <Plus className="size-4" aria-hidden />
        添加检查
      </Button>
    </fieldset>
  )
}

/** Returns a stable React key for each item of a list that grows at its end. */
function useItemKeys(count: number) {
  const next = useRef(0)
  const [stored, setStored] = useState<number[]>([])
  const list = [...stored]
  while (list.length < count) list.push(next.current++)
  if (list.length !== stored.length) setStored(list)
  return { list, remove: (index: number) => setStored(list.toSpliced(index, 1)) }
}

type CheckCardProps = {
  number: number
  check: Check
  getError: (field: string) => string | undefined
  onChange: (check: Check) => void
  onRemove: () => void
}

function CheckCard({ number, check, getError, onChange, onRemove }: CheckCardProps) {
  return (
    <section aria-label={`检查${number}`} className="space-y-3 rounded-lg border border-line p-4">
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <SelectField
            label={`检查${number}`}
            isRequired
            value={check.kind}
            options={KIND_OPTIONS}
            onChange={(kind) => isKind(kind) && onChange({ ...createCheck(kind), weight: check.weight })}
          />
        </div>
        <button
          type="button"
          className="inline-flex size-11 shrink-0 items-center justify-center rounded-lg text-muted hover:bg-sunken hover:text-ink"
          aria-label={`删除检查${number}`}
          onClick={onRemove}
        >
          <X className="size-4" aria-hidden />
        </button>
      </div>
      <CheckFields key={check.kind} check={check} getError={getError} onChange={onChange} />
      <div className="flex flex-wrap items-end justify-between gap-3">
        <CheckboxField
          label="反过来：符合时算未通过"
          isChecked={check.isNegated}
          onChange={(isNegated) => onChange({ ...check, isNegated })}
        />
        <FormField label="权重" isRequired>
          {(control) => (
            <NumberInput
              {...control}
              className="w-24"
              max={CHECKS.weightMax}
              value={check.weight}
              onChange={(weight) => onChange({ ...check, weight })}
            />
          )}
        </FormField>
      </div>
    </section>
  )
}
