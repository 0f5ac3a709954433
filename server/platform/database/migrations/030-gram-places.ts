import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from './columns.ts'

/**
 * Adds the positions of frequent bigrams on PostgreSQL, whose index has none (`bigram-positions.ts`), and triggers that
 * record which products' texts have changed since. On SQLite, the index has positions.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  if (kind === 'sqlite') return
  await sql`create table search_grams_places
    (gram text not null, block integer not null, places text not null, primary key (gram, block))`.execute(db)
  // The content is dense already, so compression would only cost time.
  await sql`alter table search_grams_places alter column places set storage external`.execute(db)
  await sql`create table search_grams_stale
    (id bigint generated always as identity primary key, number integer not null)`.execute(db)
  await sql`create or replace function note_stale_grams() returns trigger language plpgsql as $$
    begin
      insert into search_grams_stale (number)
        select distinct ordinal / 512 from changed_texts where collection <> 'product-letters';
      return null;
    end $$`.execute(db)
  for (const [event, table] of [
    ['insert', 'new'],
    ['update', 'new'],
    ['delete', 'old'],
  ] as const)
    await sql`create trigger ${sql.raw(`search_texts_${event}`)} after ${sql.raw(event)} on search_texts
      referencing ${sql.raw(table)} table as changed_texts
      for each statement execute function note_stale_grams()`.execute(db)
}
