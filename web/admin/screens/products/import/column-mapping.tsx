import { Button, Select } from 'antd'
import { useId, useState } from 'react'
import { PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import { MAPPABLE_FIELDS, type MappableField, suggestColumnField } from '#contracts/products/product-columns.ts'
import type { ImportSummary } from '#contracts/products/product-import.ts'
import type { MappedColumns } from '#contracts/products/product-table.ts'

type ColumnMappingProps = {
  summary: ImportSummary | null
  mapped: MappedColumns
  /** Repeats the dry run with the file; absent if this window doesn't have the file. */
  onApply: ((mapped: MappedColumns) => void) | undefined
}

/** Lets the user map unknown columns to fields; fields with a similar label are preselected. */
export function ColumnMapping({ summary, ...props }: ColumnMappingProps) {
  return summary && <MappingForm summary={summary} {...props} />
}

function MappingForm({ summary, mapped, onApply }: ColumnMappingProps & { summary: ImportSummary }) {
  const id = useId()
  const headings = [...Object.keys(mapped), ...summary.ignoredColumns].filter((heading) => heading !== '')
  const [selection, setSelection] = useState(() => getInitialSelection(summary, mapped))
  if (headings.length === 0) return null
  const takenFields = new Set<string>(summary.takenFields)
  for (const field of Object.values(mapped)) takenFields.delete(field)
  const isUnchanged = headings.every((heading) => selection.get(heading) === mapped[heading])

  return (
    <section className="panel px-4 py-3" aria-labelledby={id}>
      <h2 id={id} className="text-base">
        对应不认识的列
      </h2>
      <p className="pb-2 text-sm text-muted">选出每一列对应的字段，再核对一次；没有对应的列不会导入。</p>
      <ul className="grid gap-x-6 gap-y-2 pb-3 sm:grid-cols-2">
        {headings.map((heading, index) => (
          <li key={heading} className="flex items-center gap-3">
            <label htmlFor={`${id}-${index}`} className="w-28 shrink-0 truncate sm:w-36" title={heading}>
              {heading}
            </label>
            <Select<MappableField>
              id={`${id}-${index}`}
              className="min-w-0 flex-1"
              allowClear
              disabled={!onApply}
              placeholder="不导入"
              value={selection.get(heading) ?? null}
              options={MAPPABLE_FIELDS.map((field) => ({
                value: field,
                label: PRODUCT_FIELDS[field].label,
                disabled: takenFields.has(field) || isSelectedElsewhere(selection, heading, field),
              }))}
              onChange={(field: MappableField | undefined) => setSelection(new Map(selection).set(heading, field))}
            />
          </li>
        ))}
      </ul>
      {onApply ? (
        <Button disabled={isUnchanged} onClick={() => onApply(toMappedColumns(selection))}>
          按对应关系重新核对
        </Button>
      ) : (
        <p className="text-sm text-muted">要更改对应关系，请换个文件，重新选择这个文件后再核对。</p>
      )}
    </section>
  )
}

/** The selected fields by column heading. */
type Selection = ReadonlyMap<string, MappableField | undefined>

/** Returns the mapped fields and, for the other columns, similar fields that aren't in use. */
function getInitialSelection({ ignoredColumns, takenFields }: ImportSummary, mapped: MappedColumns): Selection {
  const selection = new Map<string, MappableField | undefined>(Object.entries(mapped))
  const fieldsInUse = new Set<string>(takenFields)
  for (const heading of ignoredColumns) {
    const proposed = suggestColumnField(heading)
    const field = proposed && !fieldsInUse.has(proposed) ? proposed : undefined
    if (field) fieldsInUse.add(field)
    selection.set(heading, field)
  }
  return selection
}

const isSelectedElsewhere = (selection: Selection, heading: string, field: MappableField): boolean =>
  [...selection].some(([otherHeading, otherField]) => otherHeading !== heading && otherField === field)

const toMappedColumns = (selection: Selection): MappedColumns =>
  Object.fromEntries([...selection].flatMap(([heading, field]) => (field ? [[heading, field]] : [])))
