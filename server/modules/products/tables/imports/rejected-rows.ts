/** Writes the rows that an import rejects as a file that the user corrects and imports again. */

import { getFieldLabel, REJECTION_HEADING, ROW_NUMBER_HEADING } from '#contracts/products/product-columns.ts'
import type { FieldNote, ImportSummary } from '#contracts/products/product-table.ts'
import type { TableFormat } from '#contracts/table.ts'
import { formatSourceLine, SOURCES_HEADING } from '#server/modules/facts/service.ts'
import type { Cell, TableColumn, TableFile } from '#server/platform/tables/table.ts'
import { writeTable } from '#server/platform/tables/write-table.ts'

export type RejectedRow = { row: number; reasons: readonly FieldNote[]; cells: ReadonlyMap<string, unknown> }

/**
 * Writes the rejected rows of an import: their numbers and the reasons, then the columns of the file. Mapped columns
 * have the titles of what they are mapped to, and the source of the import is in the column of sources, so that the
 * corrected file needs neither again.
 */
export const writeRejectedRows = (
  rows: readonly RejectedRow[],
  { summary, format }: { summary: ImportSummary; format: TableFormat },
): Promise<TableFile> => writeTable(format, listColumns(summary), rows)

function listColumns({ columns, mappedTitles, source, takenAttributes }: ImportSummary): TableColumn<RejectedRow>[] {
  const getTitle = (heading: string) => (Object.hasOwn(mappedTitles, heading) ? mappedTitles[heading] : undefined)
  const ownColumns: TableColumn<RejectedRow>[] = [
    { key: ROW_NUMBER_HEADING, title: ROW_NUMBER_HEADING, cell: ({ row }) => row, width: 8 },
    {
      key: REJECTION_HEADING,
      title: REJECTION_HEADING,
      cell: ({ reasons }) =>
        reasons.map((reason) => describeReason(reason, getTitle(reason.path) ?? getFieldLabel(reason.path))).join('\n'),
      width: 40,
    },
  ]
  const ownHeadings = new Set(ownColumns.map(({ key }) => key))
  const fileColumns = columns
    .filter((heading) => !ownHeadings.has(heading) && heading !== SOURCES_HEADING)
    .map((heading) => toColumn(heading, getTitle(heading) ?? heading))
  const hasSources = columns.includes(SOURCES_HEADING) || (source !== null && takenAttributes.length > 0)
  return [...ownColumns, ...fileColumns, ...(hasSources ? [createSourcesColumn(source)] : [])]
}

const toColumn = (heading: string, title: string): TableColumn<RejectedRow> => ({
  key: title,
  title,
  cell: ({ cells }) => toCell(cells.get(heading)),
  value: ({ cells }) => cells.get(heading),
})

/** The row's own sources, then that of the import, which applies to the facts without one of their own. */
function createSourcesColumn(source: ImportSummary['source']): TableColumn<RejectedRow> {
  const importLine = source === null ? [] : [formatSourceLine(null, source)]
  const formatSources = (cells: RejectedRow['cells']): Cell =>
    [toCell(cells.get(SOURCES_HEADING)) ?? '', ...importLine].filter((line) => line !== '').join('\n')
  return { key: SOURCES_HEADING, title: SOURCES_HEADING, cell: ({ cells }) => formatSources(cells), width: 50 }
}

const describeReason = ({ path, message }: FieldNote, label: string): string =>
  path === '' ? message : `${label}：${message}`

function toCell(value: unknown): Cell {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return JSON.stringify(value)
}
