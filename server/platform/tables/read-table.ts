import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TABLE } from '#contracts/limits.ts'
import { openTable, type ReadRow } from './open-table.ts'

export type ReadTable = { columns: string[]; rows: ReadRow[] }

/**
 * Reads a table of at most `TABLE.rows` into memory. Returns its columns and its non-blank rows. Throws `invalid`,
 * `payloadTooLarge`, `unsupportedMediaType`.
 */
export async function readTable(bytes: Buffer): Promise<ReadTable> {
  const folder = await mkdtemp(join(tmpdir(), 'zhijian-table-'))
  try {
    const path = join(folder, 'table')
    await writeFile(path, bytes, { mode: 0o600 })
    const table = await openTable(path, TABLE)
    const rows: ReadRow[] = []
    for await (const row of table.rows()) rows.push(row)
    return { columns: table.columns, rows }
  } finally {
    await rm(folder, { recursive: true })
  }
}
