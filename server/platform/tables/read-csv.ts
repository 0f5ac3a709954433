import Papa from 'papaparse'
import { TABLE } from '#contracts/limits.ts'
import { TABLE_MESSAGES } from '#contracts/messages/table.ts'
import { invalid } from '../app-error.ts'
import { unguardFormula } from './formula-guard.ts'

const DELIMITERS = [',', '\t', ';']

/** Returns the cells of a CSV, whatever program made it. Throws `invalid` for what is no text, or has an open quote. */
export function readCsv(bytes: Buffer): string[][] {
  const text = decode(bytes)
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: detectDelimiter(text), preview: TABLE.rows + 2 })
  const broken = errors.find(({ type }) => type === 'Quotes')
  if (broken) throw invalid(TABLE_MESSAGES.tableQuotes((broken.row ?? 0) + 1))
  return data.map((cells) => cells.map(unguardFormula))
}

/** Returns the one that cuts the heading into most columns. */
function detectDelimiter(text: string): string {
  const columns = (delimiter: string) => Papa.parse<string[]>(text, { delimiter, preview: 1 }).data[0]?.length ?? 0
  return DELIMITERS.toSorted((a, b) => columns(b) - columns(a))[0] ?? ','
}

/** UTF-8 and UTF-16 by their marks; else UTF-8, and what isn't is what Excel writes in China: GB 18030. */
function decode(bytes: Buffer): string {
  const encodings = bytes[0] === 0xff && bytes[1] === 0xfe ? ['utf-16le'] : ['utf-8', 'gb18030']
  for (const encoding of encodings) {
    const text = decodeText(bytes, encoding)
    if (text !== undefined) return text
  }
  throw invalid(TABLE_MESSAGES.tableNotText)
}

function decodeText(bytes: Buffer, encoding: string): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return /[\u0000-\u0008\u000e-\u001f]/.test(text) ? undefined : text
  } catch {
    return undefined
  }
}
