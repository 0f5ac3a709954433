/** Streams the rows of a CSV file in any common encoding and with any common delimiter. */
import { createReadStream } from 'node:fs'
import Papa from 'papaparse'
import { TABLE } from '#contracts/limits.ts'
import { TABLE_MESSAGES } from '#contracts/messages/table.ts'
import { AppError, invalid } from '../app-error.ts'
import { unescapeFormula } from './escape-formula.ts'

const DELIMITERS = [',', '\t', ';']
/** The number of bytes that are parsed synchronously. */
const CHUNK_BYTES = 256 * 1024
/** A longer row has an unclosed quote, or cells that exceed any field of a product. */
const MAX_ROW_LENGTH = 10 * TABLE.cell

/**
 * Yields the cells of each row with its 1-based number. Throws `invalid` if the file isn't text or has an unclosed
 * quote, `payloadTooLarge` for a row that is too long.
 */
export async function* readCsvRows(path: string): AsyncGenerator<{ row: number; cells: string[] }> {
  let parser: Papa.Parser | undefined
  let rest = ''
  let count = 0
  /** Removes the line that names the delimiter for Excel, which isn't a row. */
  function start(): Papa.Parser {
    const [line = '', delimiter] = /^sep=(.)(?:\r\n?|\n|$)/i.exec(rest) ?? []
    rest = rest.slice(line.length)
    return createParser(rest, delimiter)
  }
  function* parse(isLast: boolean) {
    parser ??= start()
    const { data, errors, meta }: Papa.ParseResult<string[]> = parser.parse(rest, 0, !isLast)
    const broken = errors.find(({ type }) => type === 'Quotes')
    if (broken) throw invalid(TABLE_MESSAGES.tableUnbalancedQuotes(count + (broken.row ?? 0) + 1))
    rest = rest.slice(meta.cursor)
    if (rest.length > MAX_ROW_LENGTH)
      throw new AppError('payloadTooLarge', TABLE_MESSAGES.tableRowTooLong(count + data.length + 1))
    for (const cells of data) {
      count += 1
      yield { row: count, cells: cells.map(unescapeFormula) }
    }
  }
  for await (const text of readText(path, await detectEncoding(path))) {
    rest += text
    yield* parse(false)
  }
  yield* parse(true)
}

/** Creates a parser with the delimiter and line break of a file's beginning. */
function createParser(beginning: string, delimiter = detectDelimiter(beginning)) {
  const { meta } = Papa.parse(beginning, { delimiter, preview: 1 })
  return new Papa.Parser({
    delimiter,
    newline: meta.linebreak === '\r' || meta.linebreak === '\r\n' ? meta.linebreak : '\n',
  })
}

/** Returns the delimiter that splits the heading into the most columns. */
function detectDelimiter(text: string): string {
  const countColumns = (delimiter: string) => Papa.parse<string[]>(text, { delimiter, preview: 1 }).data[0]?.length ?? 0
  return DELIMITERS.toSorted((a, b) => countColumns(b) - countColumns(a))[0] ?? ','
}

/** UTF-16 by its byte order mark, otherwise UTF-8; invalid UTF-8 is what Excel writes in China: GB 18030. */
async function detectEncoding(path: string): Promise<string> {
  for (const encoding of (await isMarkedUtf16(path)) ? ['utf-16le'] : ['utf-8', 'gb18030'])
    if (await isText(path, encoding)) return encoding
  throw invalid(TABLE_MESSAGES.tableEncodingUnknown)
}

async function isMarkedUtf16(path: string): Promise<boolean> {
  for await (const bytes of createReadStream(path, { end: 1 })) return bytes[0] === 0xff && bytes[1] === 0xfe
  return false
}

async function isText(path: string, encoding: string): Promise<boolean> {
  try {
    // Our own exports contain any other control character that a text was stored with.
    for await (const text of readText(path, encoding)) if (text.includes('\u0000')) return false
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/** Throws `TypeError` for bytes that are invalid in the encoding. */
async function* readText(path: string, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  for await (const bytes of createReadStream(path, { highWaterMark: CHUNK_BYTES }))
    yield decoder.decode(bytes, { stream: true })
  yield decoder.decode()
}
