import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useId, useState } from 'react'
import type { AttributeRecord } from '#contracts/facts/attribute.ts'
import { FactSourceSchema } from '#contracts/facts/fact.ts'
import type { ImportPlan } from '#contracts/products/product-table.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { attributesQuery } from '../../product-facts/fact-calls.ts'
import { ColumnMapping, getSelection, listMappableHeadings, toMappedColumns } from './column-mapping.tsx'
import { EMPTY_SOURCE, FactSourceForm, hasFacts, isSameSource } from './fact-source-form.tsx'
import { TableChoiceForm } from './table-choice.tsx'
import type { ImportState } from './use-import.ts'

type PlanSettingsProps = { importState: ImportState; plan: ImportPlan; catalogue: Catalogue }

/** How the file is read, where its facts are from, and what its unknown columns mean; changes repeat the dry run. */
export function PlanSettings({ plan, catalogue, ...props }: PlanSettingsProps) {
  const { data: allAttributes = [], isPending } = useQuery(attributesQuery)
  // Without the attributes, columns can still be mapped to fields.
  if (isPending) return null
  const attributes = allAttributes.filter(({ catalogues }) => catalogues.includes(catalogue))
  return <SettingsForm plan={plan} attributes={attributes} {...props} />
}

type SettingsFormProps = {
  importState: ImportState
  plan: ImportPlan
  attributes: readonly AttributeRecord[]
}

function SettingsForm({ importState, plan, attributes }: SettingsFormProps) {
  const id = useId()
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())
  const { columns, columnDraft, sourceDraft, startDryRun } = importState
  const selection = getSelection({ summary: plan, attributes, mapped: columns, draft: columnDraft })
  const headings = listMappableHeadings(plan, columns)
  const isMappingUnchanged = headings.every((heading) => selection.get(heading) === columns[heading])
  const isUnchanged = isMappingUnchanged && isSameSource(sourceDraft, plan.source)

  function apply() {
    const source = isSameSource(sourceDraft, null) ? null : sourceDraft
    const { data, error } = FactSourceSchema.nullable().safeParse(source)
    setErrors(new Map(error?.issues.map(({ path, message }) => [path.join('.'), message])))
    if (data !== undefined) void startDryRun({ columns: toMappedColumns(selection), source: data })
    else document.getElementById(`${id}-${error.issues[0]?.path.join('.')}`)?.focus()
  }

  function removeSource() {
    importState.setSourceDraft(undefined)
    void startDryRun({ source: null })
  }

  return (
    <>
      {plan.layout && (
        <TableChoiceForm layout={plan.layout} onApply={(choice) => startDryRun({ columns: {}, choice })} />
      )}
      {hasFacts(plan) && (
        <FactSourceForm
          id={id}
          isApplied={plan.source !== null}
          source={sourceDraft ?? EMPTY_SOURCE}
          errors={errors}
          onChange={importState.setSourceDraft}
          onRemove={removeSource}
        />
      )}
      {headings.length > 0 && (
        <ColumnMapping
          headings={headings}
          summary={plan}
          attributes={attributes}
          mapped={columns}
          selection={selection}
          onChange={(heading, target) => importState.setColumnDraft(new Map(columnDraft).set(heading, target))}
        />
      )}
      {(headings.length > 0 || hasFacts(plan)) && (
        <div>
          <Button disabled={isUnchanged} onClick={apply}>
            按以上设置重新核对
          </Button>
        </div>
      )}
    </>
  )
}
