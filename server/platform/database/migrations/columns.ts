/** Column definitions shared by migrations. */
import { type ColumnDefinitionBuilder, type CreateTableBuilder, sql } from 'kysely'
import type { DatabaseKind } from '../database-kind.ts'

export type { DatabaseKind }

export const required = (column: ColumnDefinitionBuilder) => column.notNull()

/** Declares `not null` too: SQLite allows null in a primary key of text. */
export const primaryKey = (column: ColumnDefinitionBuilder) => column.notNull().primaryKey()

/** References a user; the row is deleted with the user. */
export const ownedByUser = (column: ColumnDefinitionBuilder) =>
  column.notNull().references('users.id').onDelete('cascade')

/** The row's version, which starts at 1. */
export const version = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(1)

/** An integer of up to eight bytes, which SQLite's integers have anyway. */
export const longIntegerType = (kind: DatabaseKind) => (kind === 'sqlite' ? 'integer' : 'bigint')

/** Stores a table in the order of its primary key, which PostgreSQL can't. */
export const withoutRowid = <Table extends string, Column extends string>(
  table: CreateTableBuilder<Table, Column>,
  kind: DatabaseKind,
): CreateTableBuilder<Table, Column> => (kind === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table)

/** SQLite has no booleans; `columns-plugin.ts` converts 0 and 1. */
export const booleanType = (kind: DatabaseKind) => (kind === 'sqlite' ? 'integer' : 'boolean')
