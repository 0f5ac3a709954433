/** What migrations need of SQLite; `postgres-schema.ts` has the same exports. */
import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely'

type ColumnType = 'integer' | 'bigint' | 'boolean'

/** An integer of up to eight bytes, which SQLite's integers have anyway. */
export const LONG_INTEGER: ColumnType = 'integer'

/** SQLite has no booleans; `columns-plugin.ts` converts 0 and 1. */
export const BOOLEAN: ColumnType = 'integer'

/** Has a primary key numbered by itself, which an integer in SQLite is anyway. */
export const numberBySelf = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column

/** Stores a table in the order of its primary key. */
export const orderByKey = <Table extends string, Column extends string>(
  table: CreateTableBuilder<Table, Column>,
): CreateTableBuilder<Table, Column> => table.modifyEnd(sql`without rowid`)

type CoveringKey<Column> = { name: string; columns: Column[]; included: Column }

/** Creates a table whose primary key includes another column, so that reading it by the key needs no more. */
export async function createWithCoveringKey<Table extends string, Column extends string>(
  _db: Kysely<unknown>,
  table: CreateTableBuilder<Table, Column>,
  { name, columns }: { table: Table } & CoveringKey<Column>,
): Promise<void> {
  await orderByKey(table.addPrimaryKeyConstraint(name, columns)).execute()
}

/** Spares a table the log, if its content may be lost in a crash. SQLite logs every table. */
export async function skipLog(_db: Kysely<unknown>, _table: string): Promise<void> {}

/**
 * Creates an index of texts (`text-indexes.ts`), and the trigger that deletes a row's entry with the row. The entry is
 * identified by the row's `ordinal`.
 */
export async function createTextIndex(
  db: Kysely<unknown>,
  { table, grams }: { table: string; grams: string },
): Promise<void> {
  await sql`create virtual table ${sql.table(grams)}
    using fts5(grams, content='', contentless_delete=1, detail=full, tokenize='ascii')`.execute(db)
  await sql`create trigger ${sql.ref(`${grams}_deletion`)} after delete on ${sql.table(table)}
    begin delete from ${sql.table(grams)} where rowid = old.ordinal; end`.execute(db)
}
