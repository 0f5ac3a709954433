import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TABLE } from '#contracts/limits.ts'
import type { TableChoice } from './find-heading.ts'
import { openTable, type ReadRow } from './open-table.ts'

/** `letters` are those of the columns in a spreadsheet, by heading; none in JSON. */
type ReadTable = { columns: string[]; rows: ReadRow[]; letters: ReadonlyMap<string, string> }

/**
 * Reads a table of at most `TABLE.rows` into memory. Returns its columns and its non-blank rows. Throws `invalid`,
 * `payloadTooLarge`, `unsupportedMediaType`.
 */
export async function readTable(bytes: Buffer, choice: TableChoice = {}): Promise<ReadTable> {
  const folder = await mkdtemp(join(tmpdir(), 'zhijian-table-'))
  try {
    const path = join(folder, 'table')
    await writeFile(path, bytes, { mode: 0o600 })
    const table = await openTable(path, TABLE, choice)
    const rows: ReadRow[] = []
    for await (const row of table.rows()) rows.push(row)
    return { columns: table.columns, rows, letters: table.letters }
  } finally {
    await rm(folder, { recursive: true })
  }
}
