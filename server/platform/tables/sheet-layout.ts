/** What hucre's stream leaves out of a sheet: how it is printed, and how high its rows are. Its parts are completed while they pass. */
import { type RewritePart, rewriteZip } from './rewrite-zip.ts'

/** What a landscape page of A4 holds beside each other in a size that can be read. */
const CHARACTERS_ACROSS = 240
const SHEET = 'Sheet1'
/** The headings are on each page. */
const PRINT_TITLES = `<definedNames><definedName name="_xlnm.Print_Titles" localSheetId="0">${SHEET}!$1:$1</definedName></definedNames>`
const FIT_TO_PAGES = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'
const SHEET_START = '<sheetViews'
const ROWS_START = '<sheetData>'
const ROW_START = '<row '
const SHEET_END = '</worksheet>'

type Layout = {
  /** In characters. */
  widths: readonly number[]
  /** Returns the height of the next row, in points. */
  nextHeight(): number
}

/**
 * Returns a workbook of one sheet, `Sheet1`, that is printed on landscape pages of A4 with its headings on each: as many
 * beside each other as its columns need. Takes one that isn't compressed.
 */
export function applySheetLayout(workbook: AsyncIterable<Uint8Array>, { widths, nextHeight }: Layout) {
  const across = Math.ceil(widths.reduce((sum, width) => sum + width, 0) / CHARACTERS_ACROSS)
  const pageSetup = `<pageSetup paperSize="9" orientation="landscape" fitToWidth="${across}" fitToHeight="0"/>`
  return rewriteZip(workbook, (path) => {
    if (path === 'xl/workbook.xml') return insertAfter('</sheets>', PRINT_TITLES)
    return path === 'xl/worksheets/sheet1.xml' ? completeSheet(pageSetup, nextHeight) : undefined
  })
}

/** Inserts a text behind a mark of a small part. Throws if the part has no such mark. */
function insertAfter(mark: string, text: string): RewritePart {
  let whole = ''
  return (piece, isLast) => {
    whole += toText(piece)
    return isLast ? toBytes(replaceOnce(whole, mark, mark + text)) : toBytes('')
  }
}

/** Inserts how a sheet's pages are printed, before its views and at its end, and heights into its rows, of which none is kept. */
function completeSheet(pageSetup: string, nextHeight: () => number): RewritePart {
  let areRowsReached = false
  let pending = ''
  return (piece, isLast) => {
    pending += toText(piece)
    if (!areRowsReached && pending.includes(ROWS_START)) {
      areRowsReached = true
      pending = replaceOnce(pending, SHEET_START, FIT_TO_PAGES + SHEET_START)
    }
    if (isLast) pending = replaceOnce(pending, SHEET_END, pageSetup + SHEET_END)
    else if (!areRowsReached) return toBytes('')
    // A mark may be cut by the end of a piece.
    const end = isLast ? pending.length : pending.lastIndexOf('<')
    const ready = pending.slice(0, end)
    pending = pending.slice(end)
    return toBytes(ready.replaceAll(ROW_START, () => `${ROW_START}ht="${nextHeight()}" customHeight="1" `))
  }
}

/** A byte a character, whatever it says: only marks of ASCII are looked for. */
const toText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
const toBytes = (text: string): Uint8Array => Buffer.from(text, 'latin1')

function replaceOnce(text: string, mark: string, replacement: string): string {
  if (!text.includes(mark)) throw new Error(`a workbook's part has no ${mark}`)
  return text.replace(mark, () => replacement)
}
