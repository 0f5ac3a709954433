/** What migrations need of PostgreSQL; `sqlite-schema.ts` has the same exports. */
import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely'

type ColumnType = 'integer' | 'bigint' | 'boolean'

/** An integer of up to eight bytes. */
export const LONG_INTEGER: ColumnType = 'bigint'

export const BOOLEAN: ColumnType = 'boolean'

/** Has a primary key numbered by itself. */
export const numberBySelf = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
  column.generatedByDefaultAsIdentity()

/** Stores a table in the order of its primary key, which PostgreSQL can't. */
export const orderByKey = <Table extends string, Column extends string>(
  table: CreateTableBuilder<Table, Column>,
): CreateTableBuilder<Table, Column> => table

type CoveringKey<Column> = { name: string; columns: Column[]; included: Column }

/** Creates a table whose primary key includes another column, so that reading it by the key needs no more. */
export async function createWithCoveringKey<Table extends string, Column extends string>(
  db: Kysely<unknown>,
  table: CreateTableBuilder<Table, Column>,
  { table: tableName, name, columns, included }: { table: Table } & CoveringKey<Column>,
): Promise<void> {
  await table.execute()
  await sql`alter table ${sql.table(tableName)} add constraint ${sql.ref(name)}
    primary key (${sql.join(columns.map((column) => sql.ref(column)))}) include (${sql.ref(included)})`.execute(db)
}

/** Spares a table the log, if its content may be lost in a crash. */
export async function skipLog(db: Kysely<unknown>, table: string): Promise<void> {
  await sql`alter table ${sql.table(table)} set unlogged`.execute(db)
}

/**
 * Creates an index of texts (`text-indexes.ts`), and the trigger that deletes a row's entry with the row. The entry is
 * identified by the row's `ordinal`.
 */
export async function createTextIndex(
  db: Kysely<unknown>,
  { table, grams }: { table: string; grams: string },
): Promise<void> {
  const trigger = sql.ref(`${grams}_deletion`)
  // Terms are stored out of line, so that reading a row's number doesn't read them.
  await sql`create table ${sql.table(grams)} (rowid integer primary key, grams tsvector not null)
    with (toast_tuple_target = 128)`.execute(db)
  await sql`create index ${sql.ref(`${grams}_grams`)} on ${sql.table(grams)} using gin (grams)`.execute(db)
  // A restore drops the tables of a database, and its functions remain.
  await sql`create or replace function ${trigger}() returns trigger language plpgsql as $$
    begin delete from ${sql.table(grams)} where rowid = old.ordinal; return null; end $$`.execute(db)
  await sql`create trigger ${trigger} after delete on ${sql.table(table)}
    for each row execute function ${trigger}()`.execute(db)
}
