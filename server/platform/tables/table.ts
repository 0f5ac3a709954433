import type { Readable } from 'node:stream'
import type { TableFormat } from '#contracts/table.ts'

/** A cell's value; `null` is an empty cell. A number stays a number in a spreadsheet. */
export type Cell = string | number | boolean | null

/** A column of an export: its heading for people, its key for programs, and its value for a row. */
export type TableColumn<Row> = {
  key: string
  title: string
  cell: (row: Row) => Cell
  /** Returns the value in JSON if it differs from the cell, such as a list that a cell joins to one text. */
  value?: (row: Row) => unknown
  /** The width of the column in a spreadsheet, in characters. */
  width?: number
}

type FileOf<Bytes> = { bytes: Bytes; mimetype: string; extension: TableFormat }
export type TableFile = FileOf<Buffer>
/** A file that is still being written. */
export type TableStream = FileOf<Readable>
