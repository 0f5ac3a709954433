/**
 * Substring search for the rows of a table. Each row has an ordinal, under which a bigram index (`text-search.ts`)
 * stores its text. Triggers delete the index entry whenever the row is deleted.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type DatabaseKind, getDatabaseKind } from './database-kind.ts'
import {
  buildGramQuery,
  buildPhraseQuery,
  contains,
  createGramTable,
  deleteGrams,
  insertGrams,
  isExact,
  isFrequent,
  listFrequentTerms,
  parseIntegers,
  withoutTableScans,
} from './text-search.ts'

/** A text column and its bigram index, joined by the row's `ordinal`. */
export type TextIndex = { readonly table: string; readonly column: string; readonly grams: string }

/**
 * Texts that include contact data are indexed separately from those that every reader may search (docs/decisions/030).
 */
export const TEXT_INDEXES = {
  submissions: { table: 'submissions', column: 'search_text', grams: 'submission_grams' },
  submissionsWithoutContacts: {
    table: 'submissions',
    column: 'search_text_without_contacts',
    grams: 'submission_open_grams',
  },
  leads: { table: 'leads', column: 'search_text', grams: 'lead_grams' },
  leadsWithoutContacts: { table: 'leads', column: 'search_text_without_contacts', grams: 'lead_open_grams' },
  memberReviews: { table: 'member_reviews', column: 'search_text', grams: 'member_review_grams' },
} as const satisfies Record<string, TextIndex>

/** Returns the ordinal for a table's next row. The caller must hold a lock that prevents concurrent inserts. */
export async function getNextOrdinal<DB>(db: Kysely<DB>, table: TextIndex['table']): Promise<number> {
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

/**
 * Lists the ordinals of the rows whose text contains at least one of the substrings; `substrings` must not be
 * empty. SQLite's index stores positions, so no text is read. PostgreSQL's doesn't: texts are compared with substrings
 * of more than two characters.
 */
export const listContaining = <DB>(
  db: Kysely<DB>,
  index: TextIndex,
  substrings: readonly string[],
): Promise<number[]> =>
  getDatabaseKind(db) === 'sqlite'
    ? readOrdinals(
        db,
        sql`select group_concat(rowid) as found from ${sql.table(index.grams)}
        where ${sql.table(index.grams)} match ${substrings.map(buildPhraseQuery).join(' OR ')}`,
      )
    : listPostgresRows(db, index, substrings)

/** Lists the ordinals of rows, aggregated into one string, which is far cheaper than one row each. */
export const listOrdinals = <DB>(
  db: Kysely<DB>,
  table: TextIndex['table'],
  condition: RawBuilder<boolean>,
): Promise<number[]> =>
  readOrdinals(
    db,
    sql`select ${getDatabaseKind(db) === 'sqlite' ? sql`group_concat(ordinal)` : sql`string_agg(ordinal::text, ',')`} as found
      from ${sql.table(table)} where ${condition}`,
  )

async function readOrdinals<DB>(db: Kysely<DB>, query: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ found: string | null }>`${query}`.execute(db)
  return parseIntegers(rows[0]?.found)
}

/**
 * If at least this share of the texts contains every bigram of a substring, a scan of the table is faster than the
 * index. The share is lower if the texts found by the index must also be compared with the substring.
 */
const TABLE_SCAN_MIN_SHARE = { exact: 0.25, compared: 0.1 } as const

/** Reads the index, or the entire table if a substring is so frequent that this is faster. */
async function listPostgresRows<DB>(
  db: Kysely<DB>,
  { table, column, grams }: TextIndex,
  substrings: readonly string[],
): Promise<number[]> {
  const text = `${table}.${column}`
  const isContained = sql<boolean>`(${sql.join(
    substrings.map((substring) => contains(text, substring)),
    sql` or `,
  )})`
  const isIndexExact = substrings.every(isExact)
  const minShare = isIndexExact ? TABLE_SCAN_MIN_SHARE.exact : TABLE_SCAN_MIN_SHARE.compared
  const frequentTerms = await listFrequentTerms(db, grams, minShare)
  if (substrings.some((substring) => isFrequent(substring, frequentTerms))) return listOrdinals(db, table, isContained)
  const query = substrings.map((substring) => `(${buildGramQuery('postgres', substring)})`).join(' | ')
  return withoutTableScans(db, (trx) =>
    isIndexExact
      ? readOrdinals(
          trx,
          sql`select string_agg(rowid::text, ',') as found from ${sql.table(grams)}
          where grams @@ ${query}::tsquery`,
        )
      : listOrdinals(
          trx,
          table,
          sql`${sql.ref(`${table}.ordinal`)} in (select rowid from ${sql.table(grams)} where grams @@ ${query}::tsquery)
            and ${isContained}`,
        ),
  )
}

/** Creates index tables, and the triggers that delete the entries of deleted rows. */
export async function createTextIndexes(
  db: Kysely<unknown>,
  kind: DatabaseKind,
  indexes: readonly TextIndex[],
): Promise<void> {
  for (const { grams } of indexes) await createGramTable(db, kind, grams, { hasPositions: true })
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
