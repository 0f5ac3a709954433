import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { TABLE_MESSAGES } from '#contracts/messages/table.ts'
import { AppError, invalid } from '../app-error.ts'
import { runLimitedProcess } from '../limited-process.ts'
import { findHeading, type SheetStart, type TableChoice } from './find-heading.ts'
import type { WorkbookFault } from './workbook/package.ts'
import type { MergedCell } from './workbook/read-sheet.ts'
import type { ReaderReply, ReaderRequest } from './workbook/reader.ts'

/** The shared strings of a large workbook are in memory at once. */
const PROCESS_LIMITS = { timeoutMs: 300_000, memoryMegabytes: 1_024 } as const
const READER = new URL('./workbook/reader.ts', import.meta.url)

/** A row of cells as displayed, with why some of them can't be read, by position. */
export type CellRow = { row: number; cells: readonly unknown[]; problems?: ReadonlyMap<number, string> }

type UnpackedSheet = {
  sheets: readonly SheetStart[]
  /** The position of the sheet that was unpacked. */
  sheet: number
  headingRow: number
  rows(): AsyncGenerator<CellRow>
}

/**
 * Writes the rows of a workbook's sheet into a file of JSON lines, which `rows` reads. The parser blocks the event loop
 * and needs memory for all strings, so it runs in a separate process. `maxBytes` limits the unpacked XML. Throws
 * `invalid` if the file isn't a workbook or has no such sheet, `payloadTooLarge` if it exceeds the limits.
 */
export async function unpackSheet(
  path: string,
  { maxBytes, choice }: { maxBytes: number; choice: TableChoice },
): Promise<UnpackedSheet> {
  const rowsPath = `${path}.rows`
  const first = await runReader({ path, rowsPath, maxBytes, sheet: undefined })
  const { sheet, headingRow } = findHeading(first.sheets, choice)
  const { sheets, merged } = sheet === first.sheet ? first : await runReader({ path, rowsPath, maxBytes, sheet })
  const mergedBelow = merged.filter(({ firstRow }) => firstRow > headingRow)
  return { sheets, sheet, headingRow, rows: () => fillMergedCells(readLines(rowsPath), mergedBelow) }
}

async function runReader(request: ReaderRequest): Promise<Exclude<ReaderReply, { fault: unknown }>> {
  const reply = await runLimitedProcess<ReaderReply, ReaderRequest>(READER, request, PROCESS_LIMITS)
  if (reply && !('fault' in reply)) return reply
  throw toAppError(reply?.fault ?? 'tooLarge')
}

function toAppError(fault: WorkbookFault): AppError {
  if (fault === 'encrypted') return invalid(TABLE_MESSAGES.tableOldExcel)
  if (fault === 'noSheet') return invalid(TABLE_MESSAGES.tableEmpty)
  if (fault === 'openDocument') return new AppError('unsupportedMediaType', TABLE_MESSAGES.tableOpenDocument)
  if (fault === 'tooLarge') return new AppError('payloadTooLarge', TABLE_MESSAGES.workbookTooLarge)
  if (fault === 'cellTooLong') return new AppError('payloadTooLarge', TABLE_MESSAGES.workbookCellTooLong)
  return invalid(TABLE_MESSAGES.workbookCorrupted)
}

async function* readLines(rowsPath: string): AsyncGenerator<CellRow> {
  const input = createReadStream(rowsPath)
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    const [row, cells, problems]: [number, unknown[], [number, string][]] = JSON.parse(line)
    yield { row, cells, problems: new Map(problems) }
  }
}

/**
 * Repeats a merged cell's content in the rows that it spans, as a reader understands it. A row without a cell of its own
 * stays blank. Only the first column of a merged cell has its content.
 */
async function* fillMergedCells(rows: AsyncIterable<CellRow>, merged: readonly MergedCell[]): AsyncGenerator<CellRow> {
  const mergedByFirstRow = Map.groupBy(merged, ({ firstRow }) => firstRow)
  const contents: MergedContents = new Map()
  for await (const row of rows) {
    for (const [column, { lastRow }] of contents) if (lastRow < row.row) contents.delete(column)
    yield isBlankRow(row) || contents.size === 0 ? row : fillRow(row, contents)
    for (const { column, lastRow } of mergedByFirstRow.get(row.row) ?? [])
      contents.set(column, { lastRow, cell: row.cells[column] ?? null, problem: row.problems?.get(column) })
  }
}

/** The contents of the merged cells that span the next rows, by column. */
type MergedContents = Map<number, { lastRow: number; cell: unknown; problem: string | undefined }>

const isBlankRow = ({ cells, problems }: CellRow) => cells.every((cell) => cell === null) && !problems?.size

function fillRow({ row, cells, problems }: CellRow, contents: MergedContents): CellRow {
  const filledCells = [...cells]
  const filledProblems = new Map(problems)
  for (const [column, { cell, problem }] of contents) {
    if ((cells[column] ?? null) !== null || problems?.has(column)) continue
    while (filledCells.length < column) filledCells.push(null)
    filledCells[column] = cell
    if (problem !== undefined) filledProblems.set(column, problem)
  }
  return { row, cells: filledCells, problems: filledProblems }
}
