import { Input, Select } from 'antd'
import { FACT_GRADE_LABELS, FACT_GRADES, type FactGrade } from '#contracts/facts/vocabulary.ts'
import { FACTS, TEXT } from '#contracts/limits.ts'
import { LabelledControl } from './fact-control.tsx'
import type { FactSource } from './fact-drafts.ts'
import { useFactForm } from './fact-form-context.ts'

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
      <LabelledControl path={getFieldPath('grade')} label="等级">
        {(control) => (
          <Select
            {...control}
            disabled={!canEdit}
            value={source.grade}
            options={GRADE_OPTIONS}
            onChange={(grade: FactGrade) => onChange({ grade })}
          />
        )}
      </LabelledControl>
      <LabelledControl path={getFieldPath('readAt')} label="阅读日期">
        {(control) => (
          <Input
            {...control}
            type="date"
            readOnly={!canEdit}
            value={source.readAt}
            onChange={({ target }) => onChange({ readAt: target.value })}
          />
        )}
      </LabelledControl>
      <div className="col-span-2 min-w-0 sm:col-span-1">
        <LabelledControl path={getFieldPath('sourceUrl')} label="来源链接">
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
        </LabelledControl>
      </div>
      {hasNote && (
        <div className="col-span-2 sm:col-span-3">
          <LabelledControl path={getFieldPath('note')} label="备注">
            {(control) => (
              <Input
                {...control}
                readOnly={!canEdit}
                maxLength={FACTS.note}
                value={source.note}
                onChange={({ target }) => onChange({ note: target.value })}
              />
            )}
          </LabelledControl>
        </div>
      )}
    </div>
  )
}
