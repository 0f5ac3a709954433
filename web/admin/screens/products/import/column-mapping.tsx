import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useId, useState } from 'react'
import type { AttributeRecord } from '#contracts/facts/attribute.ts'
import { PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import { FIELD_CANDIDATES, MAPPABLE_FIELDS, suggestColumn } from '#contracts/products/product-columns.ts'
import type { ImportSummary } from '#contracts/products/product-import.ts'
import { type ColumnTarget, type MappedColumns, toAttributeTarget } from '#contracts/products/product-table.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { ATTRIBUTES_KEY, listAttributes } from '../../product-facts/fact-calls.ts'

type ColumnMappingProps = {
  catalogue: Catalogue
  summary: ImportSummary | null
  mapped: MappedColumns
  /** Repeats the dry run with the file; absent if this window doesn't have the file. */
  onApply: ((mapped: MappedColumns) => void) | undefined
}

/** Lets the user map unknown columns to fields and attributes; those with a similar label are preselected. */
export function ColumnMapping({ catalogue, summary, ...props }: ColumnMappingProps) {
  const attributesQuery = useQuery({ queryKey: ATTRIBUTES_KEY, queryFn: listAttributes })
  // Without the attributes, columns can still be mapped to fields.
  if (!summary || attributesQuery.isPending) return null
  const attributes = (attributesQuery.data ?? []).filter(({ catalogues }) => catalogues.includes(catalogue))
  return <MappingForm summary={summary} attributes={attributes} {...props} />
}

type MappingFormProps = Omit<ColumnMappingProps, 'catalogue' | 'summary'> & {
  summary: ImportSummary
  attributes: readonly AttributeRecord[]
}

function MappingForm({ summary, attributes, mapped, onApply }: MappingFormProps) {
  const id = useId()
  const headings = [...Object.keys(mapped), ...summary.ignoredColumns].filter((heading) => heading !== '')
  const [selection, setSelection] = useState(() => getInitialSelection(summary, attributes, mapped))
  if (headings.length === 0) return null
  const takenTargets = listTakenTargets(summary, attributes)
  for (const target of Object.values(mapped)) takenTargets.delete(target)
  const isUnchanged = headings.every((heading) => selection.get(heading) === mapped[heading])
  const toOption = (heading: string, value: ColumnTarget, label: string) => ({
    value,
    label,
    disabled: takenTargets.has(value) || isSelectedElsewhere(selection, heading, value),
  })
  const listOptions = (heading: string) => [
    {
      label: '产品的字段',
      options: MAPPABLE_FIELDS.map((field) => toOption(heading, field, PRODUCT_FIELDS[field].label)),
    },
    {
      label: '资料的属性',
      options: attributes.map(({ key, label }) => toOption(heading, toAttributeTarget(key), label)),
    },
  ]

  return (
    <section className="panel px-4 py-3" aria-labelledby={id}>
      <h2 id={id} className="text-base">
        对应不认识的列
      </h2>
      <p className="pb-2 text-sm text-muted">选出每一列对应的字段或属性，再核对一次；没有对应的列不会导入。</p>
      <ul className="grid grid-cols-1 gap-x-6 gap-y-2 pb-3 sm:grid-cols-2">
        {headings.map((heading, index) => (
          <li key={heading} className="flex items-center gap-3">
            <label htmlFor={`${id}-${index}`} className="w-28 shrink-0 truncate sm:w-36" title={heading}>
              {heading}
            </label>
            <Select<ColumnTarget>
              id={`${id}-${index}`}
              className="min-w-0 flex-1"
              allowClear
              showSearch={{ optionFilterProp: 'label' }}
              disabled={!onApply}
              placeholder="不导入"
              value={selection.get(heading) ?? null}
              options={listOptions(heading)}
              onChange={(target: ColumnTarget | undefined) => setSelection(new Map(selection).set(heading, target))}
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

/** The selected fields and attributes by column heading. */
type Selection = ReadonlyMap<string, ColumnTarget | undefined>

/** Returns the fields and attributes of the columns whose headings are known or mapped. */
const listTakenTargets = (
  { takenFields, takenAttributes }: ImportSummary,
  attributes: readonly AttributeRecord[],
): Set<string> =>
  new Set([
    ...takenFields,
    ...attributes.flatMap(({ key, label }) => (takenAttributes.includes(label) ? [toAttributeTarget(key)] : [])),
  ])

/** Returns what is mapped and, for the other columns, similar fields and attributes that aren't in use. */
function getInitialSelection(
  summary: ImportSummary,
  attributes: readonly AttributeRecord[],
  mapped: MappedColumns,
): Selection {
  const selection = new Map<string, ColumnTarget | undefined>(Object.entries(mapped))
  const targetsInUse = listTakenTargets(summary, attributes)
  const candidates: readonly { target: ColumnTarget; headings: readonly string[] }[] = [
    ...FIELD_CANDIDATES,
    ...attributes.map(({ key, label, unit }) => ({
      target: toAttributeTarget(key),
      headings: [key, label, ...(unit === '' ? [] : [`${label}${unit}`])],
    })),
  ]
  for (const heading of summary.ignoredColumns) {
    const proposed = suggestColumn(heading, candidates)
    const target = proposed && !targetsInUse.has(proposed) ? proposed : undefined
    if (target) targetsInUse.add(target)
    selection.set(heading, target)
  }
  return selection
}

const isSelectedElsewhere = (selection: Selection, heading: string, target: ColumnTarget): boolean =>
  [...selection].some(([otherHeading, otherTarget]) => otherHeading !== heading && otherTarget === target)

const toMappedColumns = (selection: Selection): MappedColumns =>
  Object.fromEntries([...selection].flatMap(([heading, target]) => (target ? [[heading, target]] : [])))
