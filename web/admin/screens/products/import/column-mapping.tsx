import { Button, Select } from 'antd'
import { useId, useState } from 'react'
import { PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import { MAPPABLE_FIELDS, type MappableField, proposeField } from '#contracts/products/product-columns.ts'
import type { ImportPlan, MappedColumns } from '#contracts/products/product-table.ts'

type ColumnMappingProps = { plan: ImportPlan; mapped: MappedColumns; onApply: (mapped: MappedColumns) => void }

/** Lets a person say which fields the unknown columns are; a field whose label is alike is proposed. */
export function ColumnMapping({ plan, mapped, onApply }: ColumnMappingProps) {
  const id = useId()
  const headings = [...Object.keys(mapped), ...plan.ignoredColumns].filter((heading) => heading !== '')
  const [chosen, setChosen] = useState(() => getFirstChoice(plan, mapped))
  if (headings.length === 0) return null
  const known = new Set<string>(plan.takenFields)
  for (const field of Object.values(mapped)) known.delete(field)
  const isUnchanged = headings.every((heading) => chosen.get(heading) === mapped[heading])

  return (
    <section className="panel px-4 py-3" aria-labelledby={id}>
      <h3 id={id} className="text-base">
        对应不认识的列
      </h3>
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
              placeholder="不导入"
              value={chosen.get(heading) ?? null}
              options={MAPPABLE_FIELDS.map((field) => ({
                value: field,
                label: PRODUCT_FIELDS[field].label,
                disabled: known.has(field) || isChosenElsewhere(chosen, heading, field),
              }))}
              onChange={(field: MappableField | undefined) => setChosen(new Map(chosen).set(heading, field))}
            />
          </li>
        ))}
      </ul>
      <Button disabled={isUnchanged} onClick={() => onApply(toMapped(chosen))}>
        按对应关系重新核对
      </Button>
    </section>
  )
}

type Choice = ReadonlyMap<string, MappableField | undefined>

/** Returns the fields that were chosen, and for the others those that are alike and free. */
function getFirstChoice({ ignoredColumns, takenFields }: ImportPlan, mapped: MappedColumns): Choice {
  const choice = new Map<string, MappableField | undefined>(Object.entries(mapped))
  const fieldsInUse = new Set<string>(takenFields)
  for (const heading of ignoredColumns) {
    const proposed = proposeField(heading)
    const field = proposed && !fieldsInUse.has(proposed) ? proposed : undefined
    if (field) fieldsInUse.add(field)
    choice.set(heading, field)
  }
  return choice
}

const isChosenElsewhere = (choice: Choice, heading: string, field: MappableField): boolean =>
  [...choice].some(([other, chosen]) => other !== heading && chosen === field)

const toMapped = (choice: Choice): MappedColumns =>
  Object.fromEntries([...choice].flatMap(([heading, field]) => (field ? [[heading, field]] : [])))
