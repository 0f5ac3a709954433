import { type RawBuilder, sql } from 'kysely'
import { FIELD_SEPARATOR, normalizeText } from '#contracts/rules/search-text.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { getDatabaseKind } from '#server/platform/database/database-kind.ts'
import { indexSearchTexts, PINYIN_GRAMS, TEXT_GRAMS } from '#server/platform/database/product-search-index.ts'
import type { CatalogueSnapshotsTable, SearchTextsTable } from '#server/platform/database/tables/search.ts'
import { parseIntegers, withoutTableScans } from '#server/platform/database/text-search.ts'
import {
  DETAILS,
  FIRST_FACT,
  getField,
  getProductNumber,
  NAME,
  NAME_LETTERS,
  SUMMARY,
  SUMMARY_LETTERS,
  toOrdinal,
} from './text-fields.ts'

export type Collection = SearchTextsTable['collection']
/** A normalized search text of a product. `part` identifies it within its collection. */
export type PartText = { part: string; text: string }
/** All search texts of a product in a collection. */
export type OwnerTexts = { ownerId: string; parts: readonly PartText[] }

const IDS_PER_QUERY = 5_000
const ROWS_PER_INSERT = 200

/** Joins texts into one normalized search text; a match never spans two of them. */
export const joinTexts = (texts: readonly string[]): string => normalizeText(texts.join(FIELD_SEPARATOR))

/** Replaces the search texts of products in a collection, and their index. Empty texts have no row. */
export async function replaceTexts(
  db: Queryable,
  collection: Collection,
  owners: readonly OwnerTexts[],
): Promise<void> {
  for (let index = 0; index < owners.length; index += ROWS_PER_INSERT)
    await replaceBatch(db, collection, owners.slice(index, index + ROWS_PER_INSERT))
}

type StoredText = { ordinal: number; ownerId: string; part: string; text: string }

async function replaceBatch(db: Queryable, collection: Collection, owners: readonly OwnerTexts[]): Promise<void> {
  const ids = owners.map(({ ownerId }) => ownerId)
  const numbers = await db.selectFrom('products').select(['id', 'number']).where('id', 'in', ids).execute()
  const stored = Map.groupBy(await listTexts(db, collection, ids), ({ ownerId }) => ownerId)
  const removed: number[] = []
  const added: StoredText[] = []
  for (const { ownerId, parts } of owners) {
    const number = numbers.find(({ id }) => id === ownerId)?.number
    if (number === undefined || number === null) throw new Error(`product ${ownerId} has no number`)
    const texts = new Map(parts.filter(({ text }) => text !== '').map(({ part, text }) => [part, text]))
    const storedTexts = stored.get(ownerId) ?? []
    const unchanged = storedTexts.filter(({ part, text }) => texts.get(part) === text)
    removed.push(...storedTexts.filter((row) => !unchanged.includes(row)).map(({ ordinal }) => ordinal))
    const usedFields = new Set(unchanged.map(({ ordinal }) => getField(ordinal)))
    for (const [part, text] of texts) {
      if (unchanged.some((row) => row.part === part)) continue
      const field = getFreeField(collection, part, usedFields)
      usedFields.add(field)
      added.push({ ordinal: toOrdinal(number, field), ownerId, part, text })
    }
  }
  await deleteTexts(db, removed)
  await insertTexts(db, collection, added)
}

const listTexts = (db: Queryable, collection: Collection, ids: readonly string[]): Promise<StoredText[]> =>
  db
    .selectFrom('searchTexts')
    .select(['ordinal', 'ownerId', 'part', 'text'])
    .where('collection', '=', collection)
    .where('ownerId', 'in', ids)
    .execute()

function getFreeField(collection: Collection, part: string, usedFields: ReadonlySet<number>): number {
  if (collection === 'product-details') return DETAILS
  if (collection === 'product-names') return part === 'name' ? NAME : SUMMARY
  if (collection === 'product-letters') return part === 'name' ? NAME_LETTERS : SUMMARY_LETTERS
  let field = FIRST_FACT
  while (usedFields.has(field)) field += 1
  return field
}

async function insertTexts(db: Queryable, collection: Collection, rows: readonly StoredText[]): Promise<void> {
  for (let index = 0; index < rows.length; index += ROWS_PER_INSERT) {
    const batch = rows.slice(index, index + ROWS_PER_INSERT)
    await db
      .insertInto('searchTexts')
      .values(batch.map((row) => ({ ...row, collection })))
      .execute()
    await indexSearchTexts(
      db,
      batch.map(({ ordinal, text }) => ({ ordinal, collection, text })),
    )
  }
}

/** Returns the highest product number. */
export async function getLastNumber(db: Queryable): Promise<number> {
  const { last } = await db
    .selectFrom('products')
    .select((eb) => eb.fn.max('number').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** Returns the highest number of a product with search texts. */
export async function getLastTextNumber(db: Queryable): Promise<number> {
  const { last } = await db
    .selectFrom('searchTexts')
    .select((eb) => eb.fn.max('ordinal').as('last'))
    .executeTakeFirstOrThrow()
  return getProductNumber(last ?? 0)
}

async function deleteTexts(db: Queryable, ordinals: readonly number[]): Promise<void> {
  for (let index = 0; index < ordinals.length; index += IDS_PER_QUERY) {
    const batch = ordinals.slice(index, index + IDS_PER_QUERY)
    await db.deleteFrom('searchTexts').where('ordinal', 'in', batch).execute()
    for (const table of [TEXT_GRAMS, PINYIN_GRAMS])
      await sql`delete from ${sql.table(table)} where rowid in (${sql.join(batch)})`.execute(db)
  }
}

/** Removes the search texts of products, and their index. */
export async function removeTexts(db: Queryable, ownerIds: readonly string[]): Promise<void> {
  for (let index = 0; index < ownerIds.length; index += IDS_PER_QUERY) {
    const rows = await db
      .selectFrom('searchTexts')
      .select('ordinal')
      .where('ownerId', 'in', ownerIds.slice(index, index + IDS_PER_QUERY))
      .where('collection', 'in', ['product-names', 'product-letters', 'product-details', 'product-facts'])
      .execute()
    await deleteTexts(
      db,
      rows.map(({ ordinal }) => ordinal),
    )
  }
}

/** Returns those of the given rows whose texts contain at least one of the phrases literally. */
export async function filterContaining(
  db: Queryable,
  ordinals: readonly number[],
  phrases: readonly string[],
): Promise<number[]> {
  const list = getDatabaseKind(db) === 'sqlite' ? sql`group_concat(ordinal)` : sql`string_agg(ordinal::text, ',')`
  const contains = phrases.map((phrase) => sql`${getPosition(db, phrase)} > 0`)
  const { rows } = await sql<{ found: string | null }>`select ${list} as found from search_texts
    where ${isAmong(db, ordinals)} and (${sql.join(contains, sql` or `)})`.execute(db)
  return parseIntegers(rows[0]?.found)
}

/**
 * Returns the rows of PostgreSQL's spelling index that match a query, with whether their pinyin contains one of the
 * full spellings: in one statement, since reading a text costs more than comparing it.
 */
export const listSpelledRows = (
  db: Queryable,
  query: string,
  spellings: readonly string[],
): Promise<{ spelled: number[]; others: number[] }> =>
  withoutTableScans(db, async (trx) => {
    const contains = spellings.map((spelling) => sql`strpos(text, ${spelling}) > 0`)
    const { rows } = await sql<{ spelled: string | null; others: string | null }>`select
      string_agg(rowid::text, ',') filter (where ${sql.join(contains, sql` or `)}) as spelled,
      string_agg(rowid::text, ',') filter (where not (${sql.join(contains, sql` or `)})) as others
      from ${sql.table(PINYIN_GRAMS)} join search_texts on ordinal = rowid
      where grams @@ ${query}::tsquery`.execute(trx)
    return { spelled: parseIntegers(rows[0]?.spelled), others: parseIntegers(rows[0]?.others) }
  })

/**
 * Returns a condition for index rows outside the given blocks, whose texts also contain a phrase literally if one is
 * given.
 */
export function isInOtherBlocks(
  db: Queryable,
  table: string,
  phrase: string | undefined,
  { blocks, rows }: { blocks: readonly number[]; rows: number },
): RawBuilder<boolean> {
  const row = sql.ref(`${table}.rowid`)
  const isInOtherBlock = sql<boolean>`${row} / ${rows}::integer <> all(${`{${blocks.join()}}`}::integer[])`
  if (phrase === undefined) return isInOtherBlock
  return sql<boolean>`${isInOtherBlock} and exists (select 1 from search_texts
    where ordinal = ${row} and ${getPosition(db, phrase)} > 0)`
}

/** Returns the position of a phrase in the text, from 1; 0 if absent. */
const getPosition = (db: Queryable, phrase: string) =>
  getDatabaseKind(db) === 'sqlite' ? sql<number>`instr(text, ${phrase})` : sql<number>`strpos(text, ${phrase})`

/** Returns those of the given rows whose texts start with a prefix. */
export const listStartingWith = (db: Queryable, ordinals: readonly number[], prefix: string) =>
  db
    .selectFrom('searchTexts')
    .select(['ordinal', 'text'])
    .where(isAmong(db, ordinals))
    .where(getPosition(db, prefix), '=', 1)
    .execute()

/** Returns the texts of the given rows. */
export const readTexts = (db: Queryable, ordinals: readonly number[]): Promise<{ ordinal: number; text: string }[]> =>
  db.selectFrom('searchTexts').select(['ordinal', 'text']).where(isAmong(db, ordinals)).execute()

/** Returns those of the given rows whose texts aren't one of the given parts of their collection. */
export async function excludeParts(
  db: Queryable,
  ordinals: readonly number[],
  parts: readonly string[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('searchTexts')
    .select('ordinal')
    .where(isAmong(db, ordinals))
    .where('part', 'not in', parts)
    .execute()
  return rows.map(({ ordinal }) => ordinal)
}

const isAmong = (db: Queryable, ordinals: readonly number[]) =>
  getDatabaseKind(db) === 'sqlite'
    ? sql<boolean>`ordinal in (select value from json_each(${JSON.stringify(ordinals)}))`
    : sql<boolean>`ordinal = any(${`{${ordinals.join()}}`}::integer[])`

export const deleteSnapshot = (db: Queryable, catalogue: Catalogue) =>
  db.deleteFrom('catalogueSnapshots').where('catalogue', '=', catalogue).execute()

export const insertSnapshotParts = (db: Queryable, parts: readonly CatalogueSnapshotsTable[]) =>
  db.insertInto('catalogueSnapshots').values(parts).execute()

/** Lists parts of a stored index snapshot in order. */
export async function listSnapshotParts(
  db: Queryable,
  catalogue: Catalogue,
  { from, count }: { from: number; count: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('catalogueSnapshots')
    .select('content')
    .where('catalogue', '=', catalogue)
    .where('position', '>=', from)
    .where('position', '<', from + count)
    .orderBy('position')
    .execute()
  return rows.map(({ content }) => content)
}
