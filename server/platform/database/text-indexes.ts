/**
 * The rows that are found by any part of a text of theirs: each has a number, under which an index of pairs of characters
 * (`text-search.ts`) knows its text. A row that is deleted, however that happens, takes its words along: triggers see to it.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import {
  contains,
  createGramTable,
  deleteGrams,
  insertGrams,
  isExact,
  readNumbers,
  rowsWithGrams,
} from './text-search.ts'

type Kind = 'sqlite' | 'postgres'

/** A column of texts, and the index of its pairs; both are known by the row's `ordinal`. */
export type TextIndex = { readonly table: string; readonly column: string; readonly grams: string }

/** What readers of contact data may search has an index of its own beside what all may (docs/decisions/030). */
export const TEXT_INDEXES = {
  submissions: { table: 'submissions', column: 'search_text', grams: 'submission_grams' },
  openSubmissions: { table: 'submissions', column: 'search_open', grams: 'submission_open_grams' },
  leads: { table: 'leads', column: 'search_text', grams: 'lead_grams' },
  openLeads: { table: 'leads', column: 'search_open', grams: 'lead_open_grams' },
  memberReviews: { table: 'member_reviews', column: 'search_text', grams: 'member_review_grams' },
} as const satisfies Record<string, TextIndex>

/** Returns the number of a table's next row. The caller holds a lock, so that nobody else takes it. */
export async function findNextOrdinal<DB>(db: Kysely<DB>, table: TextIndex['table']): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`select max(ordinal) as last from ${sql.table(table)}`.execute(db)
  return (rows[0]?.last ?? 0) + 1
}

/** Has a new row found by a text. */
export const indexText = <DB>(db: Kysely<DB>, { grams }: TextIndex, ordinal: number, text: string) =>
  insertGrams(db, grams, ordinal, text)

/** Has a row found by another text than before. */
export async function reindexText<DB>(db: Kysely<DB>, { grams }: TextIndex, ordinal: number, text: string) {
  await deleteGrams(db, grams, ordinal)
  await insertGrams(db, grams, ordinal, text)
}

/** Returns a condition for rows of the index's table whose text holds one of some parts, at least one. */
export function holdsOneOf(
  kind: Kind,
  { table, column, grams }: TextIndex,
  parts: readonly string[],
): RawBuilder<boolean> {
  const candidates = parts.map((part) => sql`select rowid from ${rowsWithGrams(kind, grams, part)} as candidates`)
  const isCandidate = sql<boolean>`${sql.ref(`${table}.ordinal`)} in (${sql.join(candidates, sql` union `)})`
  if (parts.every(isExact)) return isCandidate
  const holds = parts.map((part) => contains(`${table}.${column}`, part))
  return sql<boolean>`${isCandidate} and (${sql.join(holds, sql` or `)})`
}

/**
 * Lists the numbers that queries find, once each: where a page and its counts all ask for what was found, texts are
 * compared but once. They come as one text, which costs far less than a row each.
 */
export async function listOrdinals<DB>(
  db: Kysely<DB>,
  kind: Kind,
  queries: readonly RawBuilder<unknown>[],
): Promise<number[]> {
  if (queries.length === 0) return []
  const list = kind === 'sqlite' ? sql`group_concat(ordinal)` : sql`string_agg(ordinal::text, ',')`
  const { rows } = await sql<{ found: string | null }>`select ${list} as found
    from (${sql.join(queries, sql` union `)}) as matching`.execute(db)
  return readNumbers(rows[0]?.found)
}

/** Returns numbers for `where … in`. */
export const selectNumbers = (kind: Kind, numbers: readonly number[]): RawBuilder<number> =>
  kind === 'sqlite'
    ? sql<number>`(select value from json_each(${JSON.stringify(numbers)}))`
    : sql<number>`(select unnest(${`{${numbers.join()}}`}::integer[]))`

/** Creates the index tables of a table, whose rows take their words along when they are deleted. */
export async function createTextIndexes(db: Kysely<unknown>, kind: Kind, indexes: readonly TextIndex[]): Promise<void> {
  for (const { grams } of indexes) await createGramTable(db, kind, grams)
  await createDeletion(db, kind, indexes)
}

/** Has the words of a table's deleted rows deleted with them. */
export async function createDeletion(db: Kysely<unknown>, kind: Kind, indexes: readonly TextIndex[]): Promise<void> {
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
