import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useId, useState } from 'react'
import type { AttributeRecord } from '#contracts/facts/attribute.ts'
import { FactSourceSchema } from '#contracts/facts/fact.ts'
import type { ImportSummary } from '#contracts/products/product-import.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { ATTRIBUTES_KEY, listAttributes } from '../../product-facts/fact-calls.ts'
import { ColumnMapping, getSelection, listMappableHeadings, toMappedColumns } from './column-mapping.tsx'
import { EMPTY_SOURCE, FactSourceForm, hasFacts, isSameSource } from './fact-source-form.tsx'
import { TableChoiceForm } from './table-choice.tsx'
import type { ImportState } from './use-import.ts'

type PlanSettingsProps = { importState: ImportState; summary: ImportSummary | null; catalogue: Catalogue }

/** How the file is read, where its facts are from, and what its unknown columns mean; changes repeat the dry run. */
export function PlanSettings({ summary, catalogue, ...props }: PlanSettingsProps) {
  const attributesQuery = useQuery({ queryKey: ATTRIBUTES_KEY, queryFn: listAttributes })
  // Without the attributes, columns can still be mapped to fields.
  if (!summary || attributesQuery.isPending) return null
  const attributes = (attributesQuery.data ?? []).filter(({ catalogues }) => catalogues.includes(catalogue))
  return <SettingsForm summary={summary} attributes={attributes} {...props} />
}

type SettingsFormProps = {
  importState: ImportState
  summary: ImportSummary
  attributes: readonly AttributeRecord[]
}

function SettingsForm({ importState, summary, attributes }: SettingsFormProps) {
  const id = useId()
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())
  const { columns, columnDraft, sourceDraft, startDryRun } = importState
  // Only the window that has the file can repeat the dry run.
  const isReadOnly = importState.file === null
  const selection = getSelection({ summary, attributes, mapped: columns, draft: columnDraft })
  const headings = listMappableHeadings(summary, columns)
  const isMappingUnchanged = headings.every((heading) => selection.get(heading) === columns[heading])
  const isUnchanged = isMappingUnchanged && isSameSource(sourceDraft, summary.source)

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
      {summary.layout && (
        <TableChoiceForm
          layout={summary.layout}
          onApply={isReadOnly ? undefined : (choice) => startDryRun({ columns: {}, choice })}
        />
      )}
      {hasFacts(summary) && (
        <FactSourceForm
          id={id}
          isApplied={summary.source !== null}
          source={sourceDraft ?? EMPTY_SOURCE}
          errors={errors}
          isReadOnly={isReadOnly}
          onChange={importState.setSourceDraft}
          onRemove={removeSource}
        />
      )}
      {headings.length > 0 && (
        <ColumnMapping
          headings={headings}
          summary={summary}
          attributes={attributes}
          mapped={columns}
          selection={selection}
          isReadOnly={isReadOnly}
          onChange={(heading, target) => importState.setColumnDraft(new Map(columnDraft).set(heading, target))}
        />
      )}
      {(headings.length > 0 || hasFacts(summary)) &&
        (isReadOnly ? (
          <p className="text-sm text-muted">要改来源或对应关系，请换个文件，重新选择这个文件后再核对。</p>
        ) : (
          <div>
            <Button disabled={isUnchanged} onClick={apply}>
              按以上设置重新核对
            </Button>
          </div>
        ))}
    </>
  )
}
