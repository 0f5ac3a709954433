/**
 * Substring search for the rows of a table. Each row has an ordinal, under which a bigram index (`text-search.ts`)
 * stores its text. Triggers delete the index entry together with the row, however that is deleted.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DatabaseKind } from './database-kind.ts'
import {
  contains,
  createGramTable,
  deleteGrams,
  insertGrams,
  isExact,
  readNumbers,
  rowsWithGrams,
} from './text-search.ts'

/** A text column and its bigram index, joined by the row's `ordinal`. */
export type TextIndex = { readonly table: string; readonly column: string; readonly grams: string }

/**
 * Texts that include contact data are indexed separately from those that every reader may search (docs/decisions/030).
 */
export const TEXT_INDEXES = {
  submissions: { table: 'submissions', column: 'search_text', grams: 'submission_grams' },
  openSubmissions: { table: 'submissions', column: 'search_open', grams: 'submission_open_grams' },
  leads: { table: 'leads', column: 'search_text', grams: 'lead_grams' },
  openLeads: { table: 'leads', column: 'search_open', grams: 'lead_open_grams' },
  memberReviews: { table: 'member_reviews', column: 'search_text', grams: 'member_review_grams' },
} as const satisfies Record<string, TextIndex>

/** Returns the ordinal for a table's next row. The caller must hold a lock that prevents concurrent inserts. */
export async function findNextOrdinal<DB>(db: Kysely<DB>, table: TextIndex['table']): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`select max(ordinal) as last from ${sql.table(table)}`.execute(db)
  return (rows[0]?.last ?? 0) + 1
}

/** Adds a row's text to the index. */
export const indexText = <DB>(db: Kysely<DB>, { grams }: TextIndex, ordinal: number, text: string) =>
  insertGrams(db, grams, ordinal, text)

/** Replaces a row's text in the index. */
export async function reindexText<DB>(db: Kysely<DB>, { grams }: TextIndex, ordinal: number, text: string) {
  await deleteGrams(db, grams, ordinal)
  await insertGrams(db, grams, ordinal, text)
}

/** Returns a condition for rows whose text contains at least one of the substrings; `parts` must not be empty. */
export function containsAnyOf(
  kind: DatabaseKind,
  { table, column, grams }: TextIndex,
  parts: readonly string[],
): RawBuilder<boolean> {
  const candidates = parts.map((part) => sql`select rowid from ${rowsWithGrams(kind, grams, part)} as candidates`)
  const isCandidate = sql<boolean>`${sql.ref(`${table}.ordinal`)} in (${sql.join(candidates, sql` union `)})`
  if (parts.every(isExact)) return isCandidate
  const matches = parts.map((part) => contains(`${table}.${column}`, part))
  return sql<boolean>`${isCandidate} and (${sql.join(matches, sql` or `)})`
}

/**
 * Lists the distinct ordinals that queries match, so that a page and its counts compare the texts only once. They are
 * aggregated into one string, which is far cheaper than one row each.
 */
export async function listOrdinals<DB>(
  db: Kysely<DB>,
  kind: DatabaseKind,
  queries: readonly RawBuilder<unknown>[],
): Promise<number[]> {
  if (queries.length === 0) return []
  const list = kind === 'sqlite' ? sql`group_concat(ordinal)` : sql`string_agg(ordinal::text, ',')`
  const { rows } = await sql<{ found: string | null }>`select ${list} as found
    from (${sql.join(queries, sql` union `)}) as matching`.execute(db)
  return readNumbers(rows[0]?.found)
}

/** Returns numbers as a subquery for `where … in`. */
export const selectNumbers = (kind: DatabaseKind, numbers: readonly number[]): RawBuilder<number> =>
  kind === 'sqlite'
    ? sql<number>`(select value from json_each(${JSON.stringify(numbers)}))`
    : sql<number>`(select unnest(${`{${numbers.join()}}`}::integer[]))`

/** Creates index tables, and the triggers that delete the entries of deleted rows. */
export async function createTextIndexes(
  db: Kysely<unknown>,
  kind: DatabaseKind,
  indexes: readonly TextIndex[],
): Promise<void> {
  for (const { grams } of indexes) await createGramTable(db, kind, grams)
  await createDeletionTriggers(db, kind, indexes)
}

/** Creates the triggers that delete the index entries of deleted rows. */
export async function createDeletionTriggers(
  db: Kysely<unknown>,
  kind: DatabaseKind,
  indexes: readonly TextIndex[],
): Promise<void> {
  for (const { table, grams } of indexes) {
    const trigger = sql.ref(`${grams}_deletion`)
    const deletion = sql`delete from ${sql.table(grams)} where rowid = old.ordinal`
    if (kind === 'sqlite')
      await sql`create trigger ${trigger} after delete on ${sql.table(table)} begin ${deletion}; end`.execute(db)
    else {
      await sql`create or replace function ${trigger}() returns trigger language plpgsql as $$
        begin ${deletion}; return null; end $$`.execute(db)
      await sql`create trigger ${trigger} after delete on ${sql.table(table)}
        for each row execute function ${trigger}()`.execute(db)
    }
  }
}
