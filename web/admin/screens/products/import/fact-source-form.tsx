import { Button, Input, Select } from 'antd'
import type { ReactNode } from 'react'
import type { FactSourceInput } from '#contracts/facts/fact.ts'
import { FACT_GRADE_LABELS, FACT_GRADES } from '#contracts/facts/vocabulary.ts'
import { FACTS, TEXT } from '#contracts/limits.ts'
import type { ImportSummary } from '#contracts/products/product-table.ts'

type FactSourceFormProps = {
  /** Precedes the ids of the controls. */
  id: string
  /** Whether the plan already uses a source. */
  isApplied: boolean
  source: FactSourceInput
  errors: ReadonlyMap<string, string>
  onChange: (source: FactSourceInput) => void
  /** Repeats the dry run without the source. */
  onRemove: () => void
}

export const EMPTY_SOURCE: FactSourceInput = { grade: 'public', sourceUrl: '', readAt: null, note: '' }
const GRADE_OPTIONS = FACT_GRADES.map((value) => ({ value, label: FACT_GRADE_LABELS[value] }))

/** Returns whether a table contains facts, which need a source. */
export const hasFacts = ({ takenAttributes }: ImportSummary): boolean => takenAttributes.length > 0

/** Returns whether two sources are equal; `null` is a form that isn't filled in. */
export function isSameSource(source: FactSourceInput | null, other: FactSourceInput | null): boolean {
  const [one, two] = [source ?? EMPTY_SOURCE, other ?? EMPTY_SOURCE]
  return (
    one.grade === two.grade && one.sourceUrl === two.sourceUrl && one.readAt === two.readAt && one.note === two.note
  )
}

/** Asks for one source and day for the facts of a table that name none. */
export function FactSourceForm({ id, isApplied, source, errors, onChange, onRemove }: FactSourceFormProps) {
  const change = (values: Partial<FactSourceInput>) => onChange({ ...source, ...values })
  const getControlProps = (name: keyof FactSourceInput) => ({
    id: `${id}-${name}`,
    status: errors.has(name) ? ('error' as const) : ('' as const),
    'aria-invalid': errors.has(name) || undefined,
    'aria-describedby': errors.has(name) ? `${id}-${name}-error` : undefined,
  })
  const fieldProps = { id, errors }

  return (
    <section className="panel px-4 py-3" aria-labelledby={id}>
      <h2 id={id} className="text-base">
        资料的来源
      </h2>
      <p className="pb-2 text-sm text-muted">
        {isApplied
          ? '没有写明出处的资料，已按以下来源核对。'
          : '没有写明出处的资料，将记为厂商自述，日期不明。同出一处的，可以在这里一次填好。'}
      </p>
      <div className="grid gap-x-3 gap-y-2 pb-3 sm:grid-cols-[9rem_10rem_minmax(0,1fr)]">
        <SourceField {...fieldProps} name="grade" label="等级">
          <Select
            {...getControlProps('grade')}
            value={source.grade}
            options={GRADE_OPTIONS}
            onChange={(grade) => change({ grade })}
          />
        </SourceField>
        <SourceField {...fieldProps} name="readAt" label="阅读日期">
          <Input
            {...getControlProps('readAt')}
            type="date"
            value={source.readAt ?? ''}
            onChange={({ target }) => change({ readAt: target.value === '' ? null : target.value })}
          />
        </SourceField>
        <SourceField {...fieldProps} name="sourceUrl" label="来源链接">
          <Input
            {...getControlProps('sourceUrl')}
            inputMode="url"
            maxLength={TEXT.link}
            placeholder="https://"
            value={source.sourceUrl}
            onChange={({ target }) => change({ sourceUrl: target.value })}
          />
        </SourceField>
        <div className="sm:col-span-3">
          <SourceField {...fieldProps} name="note" label="备注">
            <Input
              {...getControlProps('note')}
              maxLength={FACTS.note}
              value={source.note}
              onChange={({ target }) => change({ note: target.value })}
            />
          </SourceField>
        </div>
      </div>
      {isApplied && <Button onClick={onRemove}>不用这个来源</Button>}
    </section>
  )
}

type SourceFieldProps = {
  id: string
  errors: ReadonlyMap<string, string>
  name: keyof FactSourceInput
  label: string
  children: ReactNode
}

/** A control with its label above and its error below. */
function SourceField({ id, errors, name, label, children }: SourceFieldProps) {
  const error = errors.get(name)
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={`${id}-${name}`} className="text-sm text-muted">
        {label}
      </label>
      {children}
      {error !== undefined && (
        <p id={`${id}-${name}-error`} className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
