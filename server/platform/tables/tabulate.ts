import type { Sheet, SheetCell } from './xlsx.ts'

/** A column of a sheet, with its cell of a row. */
export type SheetTableColumn<Row> = Sheet['columns'][number] & { cell: (row: Row) => SheetCell }

/** Returns the columns and cells of a sheet; a heading and its cells are defined together, so they can't come apart. */
export const tabulate = <Row>(
  rows: readonly Row[],
  columns: readonly SheetTableColumn<Row>[],
): Pick<Sheet, 'columns' | 'rows'> => ({
  columns: columns.map(({ cell: _cell, ...column }) => column),
  rows: rows.map((row) => columns.map(({ cell }) => cell(row))),
})
