import { sql } from 'kysely'
import { normalizeText } from '#contracts/rules/search-text.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import type { SearchTextsTable } from '#server/platform/database/tables/search.ts'
import { contains, deleteGrams, insertGrams, isExact, rowsWithGrams } from '#server/platform/database/text-search.ts'

type Collection = SearchTextsTable['collection']
/** The texts of one part of what is found; a match never spans two of them. */
export type PartTexts = { part: string; texts: readonly string[] }

const GRAMS = 'search_grams'
const BETWEEN_TEXTS = ' \u241e '
const IDS_PER_QUERY = 5_000

/** Replaces what something is found by in a collection. Parts without texts have no row. */
export async function replaceTexts(
  db: Queryable,
  collection: Collection,
  ownerId: string,
  parts: readonly PartTexts[],
): Promise<void> {
  await removeTexts(db, [collection], [ownerId])
  for (const { part, texts } of parts) {
    const text = normalizeText(texts.join(BETWEEN_TEXTS))
    if (text === '') continue
    const { ordinal } = await db
      .insertInto('searchTexts')
      .values({ collection, ownerId, part, text })
      .returning('ordinal')
      .executeTakeFirstOrThrow()
    await insertGrams(db, GRAMS, ordinal, text)
  }
}

/** Removes what things are found by from collections. */
export async function removeTexts(
  db: Queryable,
  collections: readonly Collection[],
  ownerIds: readonly string[],
): Promise<void> {
  for (let index = 0; index < ownerIds.length; index += IDS_PER_QUERY) {
    const removed = await db
      .deleteFrom('searchTexts')
      .where('collection', 'in', collections)
      .where('ownerId', 'in', ownerIds.slice(index, index + IDS_PER_QUERY))
      .returning('ordinal')
      .execute()
    for (const { ordinal } of removed) await deleteGrams(db, GRAMS, ordinal)
  }
}

type TextQuestion = {
  collection: Collection
  /** Only these parts, if they are given. */
  parts?: readonly string[]
  /** As it was typed. */
  search: string
}

/**
 * Returns the ids of what is found by its texts. A single letter finds nothing: it is in almost all of them.
 */
export async function findOwners(
  { read, kind }: Pick<Database, 'read' | 'kind'>,
  { collection, parts, search }: TextQuestion,
): Promise<Set<string>> {
  const query = normalizeText(search)
  if (/^[\p{ASCII}]?$/u.test(query) || parts?.length === 0) return new Set()
  const rows = await read
    .selectFrom('searchTexts')
    .select('ownerId')
    .where(sql<boolean>`ordinal in ${rowsWithGrams(kind, GRAMS, query)}`)
    .where('collection', '=', collection)
    .$if(parts !== undefined, (select) => select.where('part', 'in', parts ?? []))
    .$if(!isExact(query), (select) => select.where(contains('text', query)))
    .execute()
  return new Set(rows.map(({ ownerId }) => ownerId))
}
