/** The transfer format of rows: one JSON array per line, equal for both kinds of databases. */

import { createHash } from 'node:crypto'
import { z } from 'zod'
import { tryParseJson } from '#contracts/rules/try-parse-json.ts'
import type { ColumnType, Table } from './migrated-schema.ts'

export type Value = string | number | boolean | null
export type Row = readonly Value[]

const VALUES: Record<ColumnType, z.ZodType<Value>> = {
  text: z.string().nullable(),
  integer: z.int().nullable(),
  real: z.number().nullable(),
  boolean: z.boolean().nullable(),
}

/** Creates a function that converts a stored row. It throws for a value that doesn't have its column's type. */
export function createRowReader({ name, columns }: Table): (stored: Readonly<Record<string, unknown>>) => Row {
  return (stored) =>
    columns.map((column) => {
      const value = stored[column.name]
      // SQLite stores booleans as 0 and 1.
      const parsed = VALUES[column.type].safeParse(
        column.type === 'boolean' && typeof value === 'number' ? value !== 0 : value,
      )
      if (!parsed.success)
        throw new Error(`${name}.${column.name} has a value that is not of its type (${column.type})`)
      return parsed.data
    })
}

/** Creates a parser of lines; it returns `undefined` for a line that isn't a row of the table. */
export function createLineParser({ columns }: Table): (line: string) => Row | undefined {
  const schemas = columns.map(({ type }) => VALUES[type])
  return (line) => {
    const values = tryParseJson(line)
    if (!Array.isArray(values) || values.length !== columns.length) return undefined
    const row = values.map((value: unknown, index) => schemas[index]?.safeParse(value).data)
    return row.every((value) => value !== undefined) ? row : undefined
  }
}

export const serializeRow = (row: Row): string => `${JSON.stringify(row)}\n`

/** A table's checksum: the number of rows, and the hash of their lines in the order of their keys. */
export type TableChecksum = { name: string; rows: number; sha256: string }

/** Creates the incremental checksum of a table's lines. */
export function createTableChecksum(name: string) {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add(line: string | Uint8Array) {
      hash.update(line)
      rows += 1
    },
    finish: (): TableChecksum => ({ name, rows, sha256: hash.digest('hex') }),
  }
}

/** Throws if the checksums of a copy differ from those of the source. */
export function assertSameChecksums(source: readonly TableChecksum[], copy: readonly TableChecksum[]): void {
  for (const [index, { name, rows, sha256 }] of source.entries()) {
    const copied = copy[index]
    if (copied?.name !== name || copied.rows !== rows || copied.sha256 !== sha256)
      throw new Error(`数据表 ${name} 写入后与原来不同（原有${rows}行，写入${copied?.rows ?? 0}行）`)
  }
}
