/** Column definitions shared by migrations. */
import type { ColumnDefinitionBuilder, CreateTableBuilder } from 'kysely'
import type { DatabaseKind } from '../database-kind.ts'
import { getSchemaDialect } from '../dialects/dialects.ts'

export type { DatabaseKind }

export const required = (column: ColumnDefinitionBuilder) => column.notNull()

/** Declares `not null` too: SQLite allows null in a primary key of text. */
export const primaryKey = (column: ColumnDefinitionBuilder) => column.notNull().primaryKey()

/** References a user; the row is deleted with the user. */
export const ownedByUser = (column: ColumnDefinitionBuilder) =>
  column.notNull().references('users.id').onDelete('cascade')

/** The row's version, which starts at 1. */
export const version = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(1)

export const longIntegerType = (kind: DatabaseKind) => getSchemaDialect(kind).LONG_INTEGER

export const booleanType = (kind: DatabaseKind) => getSchemaDialect(kind).BOOLEAN

/** Stores a table in the order of its primary key, if the database can. */
export const withoutRowid = <Table extends string, Column extends string>(
  table: CreateTableBuilder<Table, Column>,
  kind: DatabaseKind,
): CreateTableBuilder<Table, Column> => getSchemaDialect(kind).orderByKey(table)
