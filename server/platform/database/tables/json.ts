import type { ColumnType } from 'kysely'

/** Written as text, read as a value that the reader still has to check. */
export type Json = ColumnType<unknown, string, string>
