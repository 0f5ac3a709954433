import { Select } from 'antd'
import { useId } from 'react'
import type { AttributeRecord } from '#contracts/facts/attribute.ts'
import { PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import { FIELD_CANDIDATES, MAPPABLE_FIELDS, suggestColumn } from '#contracts/products/product-columns.ts'
import {
  type ColumnTarget,
  type ImportSummary,
  type MappedColumns,
  toAttributeTarget,
} from '#contracts/products/product-table.ts'
import { CLEAR_BUTTON } from '../../../components/clear-button.tsx'

type ColumnMappingProps = {
  headings: readonly string[]
  summary: ImportSummary
  attributes: readonly AttributeRecord[]
  mapped: MappedColumns
  selection: Selection
  onChange: (heading: string, target: ColumnTarget | undefined) => void
}

/** Lets the user map unknown columns to fields and attributes. */
export function ColumnMapping({ headings, summary, attributes, mapped, selection, onChange }: ColumnMappingProps) {
  const id = useId()
  const takenTargets = listTakenTargets(summary, attributes)
  for (const target of Object.values(mapped)) takenTargets.delete(target)
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
      <ul className="grid grid-cols-1 gap-x-6 gap-y-2 sm:grid-cols-2">
        {headings.map((heading, index) => (
          <li key={heading} className="flex items-center gap-3">
            <label htmlFor={`${id}-${index}`} className="w-28 shrink-0 truncate sm:w-36" title={heading}>
              {heading}
            </label>
            <Select<ColumnTarget>
              id={`${id}-${index}`}
              className="min-w-0 flex-1"
              allowClear={CLEAR_BUTTON}
              showSearch={{ optionFilterProp: 'label' }}
              placeholder="不导入"
              value={selection.get(heading) ?? null}
              options={listOptions(heading)}
              onChange={(target: ColumnTarget | undefined) => onChange(heading, target)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns the headings that can be mapped: those that are, and the unknown ones. */
export const listMappableHeadings = ({ ignoredColumns }: ImportSummary, mapped: MappedColumns): string[] =>
  [...Object.keys(mapped), ...ignoredColumns].filter((heading) => heading !== '')

/** The selected fields and attributes by column heading. */
export type Selection = ReadonlyMap<string, ColumnTarget | undefined>

/** Returns the fields and attributes of the columns whose headings are known or mapped. */
const listTakenTargets = (
  { takenFields, takenAttributes }: ImportSummary,
  attributes: readonly AttributeRecord[],
): Set<string> =>
  new Set([
    ...takenFields,
    ...attributes.flatMap(({ key, label }) => (takenAttributes.includes(label) ? [toAttributeTarget(key)] : [])),
  ])

/**
 * Returns what is mapped and, for the other columns, similar fields and attributes that aren't in use. What the user has
 * selected since the dry run, the draft, replaces both.
 */
export function getSelection({
  summary,
  attributes,
  mapped,
  draft,
}: {
  summary: ImportSummary
  attributes: readonly AttributeRecord[]
  mapped: MappedColumns
  draft: Selection
}): Selection {
  const selection = new Map<string, ColumnTarget | undefined>(Object.entries(mapped))
  const selected = [...draft.values()].filter((target) => target !== undefined)
  const targetsInUse = new Set([...listTakenTargets(summary, attributes), ...selected])
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
    if (target && !draft.has(heading)) targetsInUse.add(target)
    selection.set(heading, target)
  }
  for (const heading of selection.keys()) if (draft.has(heading)) selection.set(heading, draft.get(heading))
  return selection
}

const isSelectedElsewhere = (selection: Selection, heading: string, target: ColumnTarget): boolean =>
  [...selection].some(([otherHeading, otherTarget]) => otherHeading !== heading && otherTarget === target)

export const toMappedColumns = (selection: Selection): MappedColumns =>
  Object.fromEntries([...selection].flatMap(([heading, target]) => (target ? [[heading, target]] : [])))
