/** Reads one sheet of a workbook in a separate process; see `read-xlsx.ts`. */
import { createWriteStream, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { TABLE } from '#contracts/limits.ts'
import { replyToParent } from '../../limited-process.ts'
import { type SheetStart, START_ROWS } from '../find-heading.ts'
import { openPackage, WorkbookError, type WorkbookPackage } from './package.ts'
import { type MergedCell, readSheet, type SheetRow } from './read-sheet.ts'
import { readWorkbook, type Workbook } from './workbook-parts.ts'

/** The sheets whose first rows are read, in order to find the one with the table. */
const MAX_STARTS = 20
/** Longer headings are compared by their beginning. */
const MAX_START_LENGTH = 200
/** Merged cells are in memory at once. */
const MAX_MERGED_CELLS = 100_000
/** The cells that a row may have: those beyond the columns of any table are only counted. */
const MAX_CELLS = 2 * TABLE.columns

/** `sheet` is the position of the sheet to be read; without it, the first visible one with a table is read. */
export type ReaderRequest = { path: string; rowsPath: string; maxBytes: number; sheet: number | undefined }
/** The first rows of all sheets, and the merged cells of the one that was read. */
export type ReaderReply =
  | { fault: WorkbookError['fault'] }
  | { sheets: SheetStart[]; sheet: number; merged: MergedCell[] }

replyToParent(async ({ path, rowsPath, maxBytes, sheet }: ReaderRequest): Promise<ReaderReply> => {
  try {
    const source = await openPackage(readFileSync(path), maxBytes)
    const workbook = await readWorkbook(source)
    const sheets = await readStarts(source, workbook)
    const index = sheet ?? findFirstTable(sheets)
    const merged: MergedCell[] = []
    const items = readSheet(source.read(workbook.sheets[index]?.path ?? ''), workbook)
    await pipeline(Readable.from(writeLines(items, maxBytes, merged)), createWriteStream(rowsPath, { mode: 0o600 }))
    return { sheets, sheet: index, merged }
  } catch (error) {
    return { fault: error instanceof WorkbookError ? error.fault : 'broken' }
  }
})

async function readStarts(source: WorkbookPackage, workbook: Workbook): Promise<SheetStart[]> {
  const starts: SheetStart[] = []
  for (const { name, isHidden, path } of workbook.sheets) {
    const rows: SheetStart['rows'][number][] = []
    const items = starts.length < MAX_STARTS ? readSheet(source.read(path), workbook) : []
    for await (const item of items) {
      if (!('row' in item) || rows.length === START_ROWS) break
      const cells = item.row.cells.slice(0, TABLE.columns + 1).map(({ value }) => String(value ?? '').trim())
      if (cells.some((cell) => cell !== ''))
        rows.push({ row: item.row.row, cells: cells.map((cell) => cell.slice(0, MAX_START_LENGTH)) })
    }
    starts.push({ name, isHidden, rows })
  }
  return starts
}

/** Returns the position of the first visible sheet with a row of several cells, or else of the first one with a row. */
function findFirstTable(sheets: readonly SheetStart[]): number {
  const find = (minCells: number) =>
    sheets.findIndex(
      ({ isHidden, rows }) => !isHidden && rows.some(({ cells }) => cells.filter(Boolean).length >= minCells),
    )
  return [find(2), find(1), sheets.findIndex(({ isHidden }) => !isHidden), 0].find((index) => index >= 0) ?? 0
}

/**
 * Yields the rows as lines, and collects the merged cells. Throws `WorkbookError` if the lines are longer than
 * `maxLength` in total: a sheet may refer to the same long text in every cell.
 */
async function* writeLines(
  items: ReturnType<typeof readSheet>,
  maxLength: number,
  merged: MergedCell[],
): AsyncGenerator<string> {
  let remainingLength = maxLength
  for await (const item of items) {
    if ('merged' in item) {
      merged.push(item.merged)
      if (merged.length > MAX_MERGED_CELLS) throw new WorkbookError('tooLarge')
      continue
    }
    const line = toLine(item.row)
    remainingLength -= line.length
    if (remainingLength < 0) throw new WorkbookError('tooLarge')
    yield line
  }
}

function toLine({ row, cells }: SheetRow): string {
  const rowCells = cells.slice(0, MAX_CELLS)
  const problems = rowCells.flatMap(({ problem }, column) => (problem === undefined ? [] : [[column, problem]]))
  return `${JSON.stringify([row, rowCells.map(({ value }) => value), problems])}\n`
}
