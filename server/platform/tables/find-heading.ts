/** Finds the sheet and the row that contain a table's headings: a cover sheet or a title may precede it. */
import { TABLE_MESSAGES } from '#contracts/messages/table.ts'
import { invalid } from '../app-error.ts'

/** The number of non-blank rows among which the heading is searched. */
export const START_ROWS = 20

/** The first non-blank rows of a sheet, with trimmed cells. */
export type SheetStart = { name: string; isHidden: boolean; rows: readonly { row: number; cells: readonly string[] }[] }

/** Which table of a file is read; without a choice, it is found by its headings. */
export type TableChoice = {
  /** The name of a sheet. */
  sheet?: string | undefined
  /** The number of the row with the headings. */
  headingRow?: number | undefined
  /** Returns whether a row contains the headings of the wanted table. */
  isHeading?(cells: readonly string[]): boolean
}

/** Returns the position of the sheet, and the number of its heading row. Throws `invalid` if there is none. */
export function findHeading(
  sheets: readonly SheetStart[],
  { sheet, headingRow, isHeading }: TableChoice,
): { sheet: number; headingRow: number } {
  const candidates = listCandidates(sheets, sheet)
  const rows = candidates.flatMap((index) => sheets[index]?.rows.map((row) => ({ sheet: index, ...row })) ?? [])
  const [firstSheet] = candidates
  if (firstSheet === undefined) throw invalid(TABLE_MESSAGES.tableSheetUnknown(sheet ?? ''))
  if (headingRow !== undefined) {
    const chosen = sheet === undefined ? (rows.find(({ row }) => row === headingRow)?.sheet ?? firstSheet) : firstSheet
    return { sheet: chosen, headingRow }
  }
  const match = rows.find(({ cells }) => isHeading?.(cells)) ?? rows.find(hasSeveralCells) ?? rows[0]
  if (!match) throw invalid(TABLE_MESSAGES.tableNoHeading)
  return { sheet: match.sheet, headingRow: match.row }
}

const hasSeveralCells = ({ cells }: { cells: readonly string[] }) => cells.filter((cell) => cell !== '').length > 1

/** Returns the positions of the sheets to be searched: the chosen one, otherwise the visible ones. */
function listCandidates(sheets: readonly SheetStart[], name: string | undefined): number[] {
  const indexes = [...sheets.keys()]
  if (name !== undefined) return indexes.filter((index) => sheets[index]?.name === name)
  const visible = indexes.filter((index) => !sheets[index]?.isHidden)
  return visible.length > 0 ? visible : indexes
}
