import { Input, Select } from 'antd'
import { FACT_GRADE_LABELS, FACT_GRADES, type FactGrade } from '#contracts/facts/vocabulary.ts'
import { FACTS, TEXT } from '#contracts/limits.ts'
import type { FactSource } from './fact-drafts.ts'
import { getFactFieldId, useFactError, useFactForm } from './use-facts-form.ts'

const GRADE_OPTIONS = FACT_GRADES.map((value) => ({ value, label: FACT_GRADE_LABELS[value] }))

type SourceFieldsProps = {
  /** The prefix of the field names: `facts.license.0`. */
  path: string
  source: FactSource
  onChange: (values: Partial<FactSource>) => void
  hasNote?: boolean
}

/** The source of a fact: grade, day, link and note. */
export function SourceFields({ path, source, onChange, hasNote = true }: SourceFieldsProps) {
  const { canEdit } = useFactForm()
  const getFieldPath = (name: keyof FactSource) => `${path}.${name}`
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-2 sm:grid-cols-[9rem_10rem_minmax(0,1fr)]">
      <SourceField path={getFieldPath('grade')} label="等级">
        {(control) => (
          <Select
            {...control}
            disabled={!canEdit}
            value={source.grade}
            options={GRADE_OPTIONS}
            onChange={(grade: FactGrade) => onChange({ grade })}
          />
        )}
      </SourceField>
      <SourceField path={getFieldPath('readAt')} label="阅读日期">
        {(control) => (
          <Input
            {...control}
            type="date"
            readOnly={!canEdit}
            value={source.readAt}
            onChange={({ target }) => onChange({ readAt: target.value })}
          />
        )}
      </SourceField>
      <div className="col-span-2 min-w-0 sm:col-span-1">
        <SourceField path={getFieldPath('sourceUrl')} label="来源链接">
          {(control) => (
            <Input
              {...control}
              inputMode="url"
              readOnly={!canEdit}
              maxLength={TEXT.link}
              placeholder="https://"
              value={source.sourceUrl}
              onChange={({ target }) => onChange({ sourceUrl: target.value })}
            />
          )}
        </SourceField>
      </div>
      {hasNote && (
        <div className="col-span-2 sm:col-span-3">
          <SourceField path={getFieldPath('note')} label="备注">
            {(control) => (
              <Input
                {...control}
                readOnly={!canEdit}
                maxLength={FACTS.note}
                value={source.note}
                onChange={({ target }) => onChange({ note: target.value })}
              />
            )}
          </SourceField>
        </div>
      )}
    </div>
  )
}

type ControlProps = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
  status: '' | 'error'
}
type SourceFieldProps = { path: string; label: string; children: (control: ControlProps) => React.ReactNode }

function SourceField({ path, label, children }: SourceFieldProps) {
  const error = useFactError(path)
  const id = getFactFieldId(path)
  const hasError = error !== undefined
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-sm text-muted">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': hasError || undefined,
        'aria-describedby': hasError ? `${id}-error` : undefined,
        status: hasError ? 'error' : '',
      })}
      {hasError && (
        <p id={`${id}-error`} className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
