import { Button, Input, Select } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { type FactSourceInput, FactSourceSchema } from '#contracts/facts/fact.ts'
import { FACT_GRADE_LABELS, FACT_GRADES } from '#contracts/facts/vocabulary.ts'
import { FACTS, TEXT } from '#contracts/limits.ts'
import type { ImportSummary } from '#contracts/products/product-import.ts'

type FactSourceFormProps = {
  summary: ImportSummary | null
  source: FactSourceInput | null
  /** Repeats the dry run with the file; absent if this window doesn't have the file. */
  onApply: ((source: FactSourceInput | null) => void) | undefined
}

const EMPTY_SOURCE: FactSourceInput = { grade: 'public', sourceUrl: '', readAt: null, note: '' }
const GRADE_OPTIONS = FACT_GRADES.map((value) => ({ value, label: FACT_GRADE_LABELS[value] }))

/** Asks for one source and day for the facts of a table that name none; nothing is shown for a table without facts. */
export function FactSourceForm({ summary, ...props }: FactSourceFormProps) {
  return summary && summary.takenAttributes.length > 0 ? <SourceForm {...props} /> : null
}

function SourceForm({ source, onApply }: Omit<FactSourceFormProps, 'summary'>) {
  const id = useId()
  const [draft, setDraft] = useState(source ?? EMPTY_SOURCE)
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())
  const change = (values: Partial<FactSourceInput>) => setDraft({ ...draft, ...values })
  function apply() {
    const { data, error } = FactSourceSchema.safeParse(draft)
    setErrors(new Map(error?.issues.map(({ path, message }) => [path.join('.'), message])))
    if (data) onApply?.(data)
    else document.getElementById(`${id}-${error.issues[0]?.path.join('.')}`)?.focus()
  }
  const getControlProps = (name: keyof FactSourceInput) => ({
    id: `${id}-${name}`,
    disabled: !onApply,
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
        {source
          ? '没有写明出处的资料，已按以下来源核对。'
          : '没有写明出处的资料，将记为厂商自述，日期不明。同出一处的，可以在这里一次填好。'}
      </p>
      <div className="grid gap-x-3 gap-y-2 pb-3 sm:grid-cols-[9rem_10rem_minmax(0,1fr)]">
        <SourceField {...fieldProps} name="grade" label="等级">
          <Select
            {...getControlProps('grade')}
            value={draft.grade}
            options={GRADE_OPTIONS}
            onChange={(grade) => change({ grade })}
          />
        </SourceField>
        <SourceField {...fieldProps} name="readAt" label="阅读日期">
          <Input
            {...getControlProps('readAt')}
            type="date"
            value={draft.readAt ?? ''}
            onChange={({ target }) => change({ readAt: target.value === '' ? null : target.value })}
          />
        </SourceField>
        <SourceField {...fieldProps} name="sourceUrl" label="来源链接">
          <Input
            {...getControlProps('sourceUrl')}
            inputMode="url"
            maxLength={TEXT.link}
            placeholder="https://"
            value={draft.sourceUrl}
            onChange={({ target }) => change({ sourceUrl: target.value })}
          />
        </SourceField>
        <div className="sm:col-span-3">
          <SourceField {...fieldProps} name="note" label="备注">
            <Input
              {...getControlProps('note')}
              maxLength={FACTS.note}
              value={draft.note}
              onChange={({ target }) => change({ note: target.value })}
            />
          </SourceField>
        </div>
      </div>
      {onApply ? (
        <div className="flex flex-wrap gap-2">
          <Button onClick={apply}>按这个来源重新核对</Button>
          {source && <Button onClick={() => onApply(null)}>不用这个来源</Button>}
        </div>
      ) : (
        <p className="text-sm text-muted">要填来源，请换个文件，重新选择这个文件后再核对。</p>
      )}
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
