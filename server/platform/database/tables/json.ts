import type { ColumnType } from 'kysely'

/** Written as text, read as a parsed value that the reader must validate. */
export type Json = ColumnType<unknown, string, string>
