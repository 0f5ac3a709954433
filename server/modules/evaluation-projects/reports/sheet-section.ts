import { formatFixed } from '#contracts/rules/evaluation/format-figures.ts'
import type { Cell } from '#server/platform/tables/table.ts'
import { createWordTable, type WordPart } from '#server/platform/tables/word-parts.ts'
import { countSheetDecimals, getCellValue, type Sheet } from '#server/platform/tables/xlsx.ts'

type SheetTable = {
  /** The widths of the first columns in percent; the others share the rest. */
  percents?: readonly number[]
  /** Which columns to show, if not all: a page is narrower than a sheet. */
  shown?: readonly number[]
}

/** Returns the table of a sheet; nothing if it has no rows. */
export function createSheetTable(sheet: Sheet, { percents = [], shown }: SheetTable = {}): WordPart[] {
  const { columns, rows } = sheet
  if (rows.length === 0) return []
  const positions = shown ?? columns.map((_, column) => column)
  const decimals = columns.map((_, column) => countSheetDecimals(sheet, column))
  const toText = (row: Sheet['rows'][number], column: number) =>
    formatCell(getCellValue(row[column] ?? null), columns[column], decimals[column] ?? 0)
  return [
    createWordTable(
      positions.map((column) => columns[column]?.title ?? ''),
      rows.map((row) => positions.map((column) => toText(row, column))),
      { percents },
    ),
  ]
}

const YUAN = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Figures without a format are records, such as the cost of a trial, and stay exact. */
function formatCell(cell: Cell, column: Sheet['columns'][number] | undefined, decimals: number): string {
  if (typeof cell === 'boolean') return cell ? '是' : '否'
  if (typeof cell !== 'number') return cell ?? ''
  if (column?.format === undefined) return String(cell)
  if (column.format === 'yuan') return YUAN.format(cell)
  return column.format === 'percent' ? `${formatFixed(cell * 100, decimals)}%` : formatFixed(cell, decimals)
}
