/** Streams the rows that an import has rejected as a file that the user corrects and imports again. */
import { getFieldLabel, REJECTION_HEADING, ROW_NUMBER_HEADING } from '#contracts/products/product-columns.ts'
import type { FieldNote } from '#contracts/products/product-table.ts'
import type { TableFormat } from '#contracts/table.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { streamPages } from '#server/platform/tables/stream-pages.ts'
import type { Cell, TableColumn, TableStream } from '#server/platform/tables/table.ts'
import { streamTable } from '#server/platform/tables/write-table.ts'
import { listRejectedRows } from './store.ts'
import { parseCells, parseNotes } from './view.ts'

type RejectedRow = { row: number; reasons: readonly FieldNote[]; cells: ReadonlyMap<string, unknown> }

/** Streams the rejected rows of an import: their numbers and the reasons, then the columns as they were in the file. */
export function streamRejectedRows(
  db: Queryable,
  { importId, headings, format }: { importId: string; headings: readonly string[]; format: TableFormat },
): TableStream {
  const pages = streamPages<Awaited<ReturnType<typeof listRejectedRows>>[number], RejectedRow>(
    ({ after, limit }) => listRejectedRows(db, importId, after?.ordinal ?? 0, limit),
    (rows) =>
      rows.map(({ row, notesJson, cellsJson }) => ({
        row,
        reasons: parseNotes(notesJson).reasons,
        cells: parseCells(cellsJson),
      })),
  )
  const ownHeadings = [ROW_NUMBER_HEADING, REJECTION_HEADING]
  return streamTable(
    format,
    [...OWN_COLUMNS, ...headings.filter((heading) => !ownHeadings.includes(heading)).map(toColumn)],
    pages,
  )
}

const OWN_COLUMNS: TableColumn<RejectedRow>[] = [
  { key: ROW_NUMBER_HEADING, title: ROW_NUMBER_HEADING, cell: ({ row }) => row, width: 8 },
  {
    key: REJECTION_HEADING,
    title: REJECTION_HEADING,
    cell: ({ reasons }) => reasons.map(describeReason).join('\n'),
    width: 40,
  },
]

const toColumn = (heading: string): TableColumn<RejectedRow> => ({
  key: heading,
  title: heading,
  cell: ({ cells }) => toCell(cells.get(heading)),
  value: ({ cells }) => cells.get(heading),
})

const describeReason = ({ path, message }: FieldNote): string =>
  path === '' ? message : `${getFieldLabel(path)}：${message}`

function toCell(value: unknown): Cell {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return JSON.stringify(value)
}
