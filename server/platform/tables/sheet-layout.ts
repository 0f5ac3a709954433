/** Adds to a streamed workbook what hucre's stream doesn't support: print layout and row heights. */
import { type RewritePart, rewriteZip } from './rewrite-zip.ts'

const SHEET = 'Sheet1'
/** Repeats the headings on each page. */
const PRINT_TITLES = `<definedNames><definedName name="_xlnm.Print_Titles" localSheetId="0">${SHEET}!$1:$1</definedName></definedNames>`
const FIT_TO_PAGES = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'
const SHEET_START = '<sheetViews'
const ROWS_START = '<sheetData>'
const ROW_START = '<row '
const SHEET_END = '</worksheet>'

type Layout = {
  pagesAcross: number
  /** Returns the height of the next row, in points. */
  nextHeight(): number
}

/**
 * Returns a workbook of one sheet, `Sheet1`, with row heights and a print layout of landscape A4 pages with headings,
 * as many across as given. Takes an uncompressed workbook.
 */
export function applySheetLayout(workbook: AsyncIterable<Uint8Array>, { pagesAcross, nextHeight }: Layout) {
  const pageSetup = `<pageSetup paperSize="9" orientation="landscape" fitToWidth="${pagesAcross}" fitToHeight="0"/>`
  return rewriteZip(workbook, (path) => {
    if (path === 'xl/workbook.xml') return insertAfter('</sheets>', PRINT_TITLES)
    return path === 'xl/worksheets/sheet1.xml' ? completeSheet(pageSetup, nextHeight) : undefined
  })
}

/** Inserts a text after a tag of a small part. Throws if the part doesn't contain the tag. */
function insertAfter(tag: string, text: string): RewritePart {
  let content = ''
  return (chunk, isLast) => {
    content += toText(chunk)
    return isLast ? toBytes(replaceOnce(content, tag, tag + text)) : toBytes('')
  }
}

/** Inserts the page setup before a sheet's views and at its end, and the heights into its rows, while streaming. */
function completeSheet(pageSetup: string, nextHeight: () => number): RewritePart {
  let hasReachedRows = false
  let pending = ''
  return (chunk, isLast) => {
    pending += toText(chunk)
    if (!hasReachedRows && pending.includes(ROWS_START)) {
      hasReachedRows = true
      pending = replaceOnce(pending, SHEET_START, FIT_TO_PAGES + SHEET_START)
    }
    if (isLast) pending = replaceOnce(pending, SHEET_END, pageSetup + SHEET_END)
    else if (!hasReachedRows) return toBytes('')
    // A tag may be split between chunks.
    const end = isLast ? pending.length : pending.lastIndexOf('<')
    const ready = pending.slice(0, end)
    pending = pending.slice(end)
    return toBytes(ready.replaceAll(ROW_START, () => `${ROW_START}ht="${nextHeight()}" customHeight="1" `))
  }
}

/** Decodes one byte per character, which is sufficient for finding ASCII tags. */
const toText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
const toBytes = (text: string): Uint8Array => Buffer.from(text, 'latin1')

function replaceOnce(text: string, tag: string, replacement: string): string {
  if (!text.includes(tag)) throw new Error(`a workbook's part has no ${tag}`)
  return text.replace(tag, () => replacement)
}
