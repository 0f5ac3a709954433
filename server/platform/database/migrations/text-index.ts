import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from './columns.ts'

/**
 * Creates an index of texts (`text-indexes.ts`), and the trigger that deletes a row's entry with the row. The entry is
 * identified by the row's `ordinal`.
 */
export async function createTextIndex(
  db: Kysely<unknown>,
  kind: DatabaseKind,
  { table, grams }: { table: string; grams: string },
): Promise<void> {
  const trigger = sql.ref(`${grams}_deletion`)
  const deletion = sql`delete from ${sql.table(grams)} where rowid = old.ordinal`
  if (kind === 'sqlite') {
    await sql`create virtual table ${sql.table(grams)}
      using fts5(grams, content='', contentless_delete=1, detail=full, tokenize='ascii')`.execute(db)
    await sql`create trigger ${trigger} after delete on ${sql.table(table)} begin ${deletion}; end`.execute(db)
    return
  }
  // Terms are stored out of line, so that reading a row's number doesn't read them.
  await sql`create table ${sql.table(grams)} (rowid integer primary key, grams tsvector not null)
    with (toast_tuple_target = 128)`.execute(db)
  await sql`create index ${sql.ref(`${grams}_grams`)} on ${sql.table(grams)} using gin (grams)`.execute(db)
  // A restore drops the tables of a database, and its functions remain.
  await sql`create or replace function ${trigger}() returns trigger language plpgsql as $$
    begin ${deletion}; return null; end $$`.execute(db)
  await sql`create trigger ${trigger} after delete on ${sql.table(table)}
    for each row execute function ${trigger}()`.execute(db)
}
