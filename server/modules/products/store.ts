import { type Selectable, sql } from 'kysely'
import { foldName } from '#contracts/rules/names.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { ChangeRange } from '#server/platform/change-cursor.ts'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { hasRow } from '#server/platform/database/has-row.ts'
import type { ProductsTable } from '#server/platform/database/tables/products.ts'

export type ProductRow = Omit<
  Selectable<ProductsTable>,
  'number' | 'change' | 'reviewCount' | 'foldedName' | 'siteDomain' | 'updatedBy'
>

/** The columns of a `ProductRow`. */
export const PRODUCT_COLUMNS = [
  'id',
  'catalogue',
  'name',
  'slogan',
  'description',
  'category',
  'price',
  'rating',
  'memberRating',
  'memberReviewCount',
  'ratingChanges',
  'isActive',
  'position',
  'company',
  'deploymentTypesJson',
  'contactEmail',
  'views',
  'detailsJson',
  'version',
  'createdAt',
  'updatedAt',
  'deletedAt',
] as const satisfies readonly (keyof ProductRow)[]

/** Selects the products of a catalogue outside the recycle bin. */
const selectLiveProducts = (db: Queryable, catalogue: Catalogue) =>
  db.selectFrom('products').where('catalogue', '=', catalogue).where('deletedAt', 'is', null)

/** Lists a catalogue's products by their last change, oldest change first, with those in the recycle bin. */
export const listChangedProducts = (
  db: Queryable,
  catalogue: Catalogue,
  { after, until, limit }: ChangeRange,
): Promise<ProductRow[]> =>
  db
    .selectFrom('products')
    .select(PRODUCT_COLUMNS)
    .where('catalogue', '=', catalogue)
    .where(sql<boolean>`(updated_at, id) > (${after.updatedAt}, ${after.id})`)
    .where('updatedAt', '<=', until)
    .orderBy('updatedAt')
    .orderBy('id')
    .limit(limit)
    .execute()

/**
 * Finds a product by id or, if there is none, by name. Both alternatives repeat all conditions, since otherwise SQLite
 * would read the whole catalogue instead of using an index for each alternative.
 */
export const findProduct = (db: Queryable, catalogue: Catalogue, idOrName: string) =>
  db
    .selectFrom('products')
    .select(PRODUCT_COLUMNS)
    .where((eb) =>
      eb.or(
        (['id', 'name'] as const).map((column) =>
          eb.and([eb(column, '=', idOrName), eb('catalogue', '=', catalogue), eb('deletedAt', 'is', null)]),
        ),
      ),
    )
    .orderBy((eb) => eb.case().when('id', '=', idOrName).then(0).else(1).end())
    .executeTakeFirst()

/**
 * Lists the products outside the recycle bin whose names are equal to one of at most 10,000 names, or look like it
 * (`foldName`). Products from before this comparison may have the same.
 */
export const listNamesakes = (db: Queryable, catalogue: Catalogue, names: readonly string[]) =>
  selectLiveProducts(db, catalogue)
    .select(['id', 'name', 'foldedName'])
    .where('foldedName', 'in', names.map(foldName))
    .orderBy('foldedName')
    .orderBy('id')
    .execute()

/** How much of a text is searched for names, and how many words these may have, so that few candidates are looked up. */
const NAMED_TEXT_LENGTH = 100
const MAX_NAME_WORDS = 8
const MIN_NAME_LENGTH = 2
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

/** Lists the names of active products that a text contains. They begin and end with a word of it. */
export async function listNamesInText(db: Queryable, catalogue: Catalogue, text: string): Promise<string[]> {
  const words = [...segmenter.segment(foldName(text).slice(0, NAMED_TEXT_LENGTH))].map(({ segment }) => segment)
  const parts = words.flatMap((_, start) =>
    Array.from({ length: MAX_NAME_WORDS }, (_length, count) => words.slice(start, start + count + 1).join('')),
  )
  const names = [...new Set(parts)].filter((part) => part.length >= MIN_NAME_LENGTH)
  if (names.length === 0) return []
  const rows = await selectLiveProducts(db, catalogue)
    .select('name')
    .where('foldedName', 'in', names)
    .where('isActive', '=', true)
    .execute()
  return rows.map(({ name }) => name)
}

/**
 * Finds the product outside the recycle bin, other than `ownId`, that has a name or one that looks like it, rather the
 * former.
 */
export const findNamesake = async (db: Queryable, catalogue: Catalogue, name: string, ownId?: string) => {
  const others = (await listNamesakes(db, catalogue, [name])).filter(({ id }) => id !== ownId)
  return others.find((other) => other.name === name) ?? others[0]
}

/** Lists products of any catalogue by id, including those in the recycle bin. */
export const listProducts = (db: Queryable, ids: readonly string[]): Promise<ProductRow[]> =>
  db.selectFrom('products').select(PRODUCT_COLUMNS).where('id', 'in', ids).execute()

/** Lists active products in the catalogue's order: by position, then by id. */
export const listActiveProducts = (db: Queryable, catalogue: Catalogue, limit: number) =>
  selectLiveProducts(db, catalogue)
    .select(PRODUCT_COLUMNS)
    .where('isActive', '=', true)
    .orderBy('position')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Lists active products after an id, ordered by id: keyset pagination over an entire catalogue. */
export const listActiveProductsAfter = (db: Queryable, catalogue: Catalogue, afterId: string, limit: number) =>
  selectLiveProducts(db, catalogue)
    .select(PRODUCT_COLUMNS)
    .where('isActive', '=', true)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()

/** A cursor in the catalogue's order. */
export type ProductPosition = Pick<ProductRow, 'position' | 'id'>

/** Selects products outside the recycle bin after a cursor, in the catalogue's order: keyset pagination. */
function selectLiveProductsAfter(
  db: Queryable,
  catalogue: Catalogue,
  after: ProductPosition | undefined,
  limit: number,
) {
  const query = selectLiveProducts(db, catalogue).orderBy('position').orderBy('id').limit(limit)
  if (!after) return query
  return (
    query
      // Redundant with the next condition, so that an index can seek to the position.
      .where('position', '>=', after.position)
      .where((eb) => eb.or([eb('position', '>', after.position), eb('id', '>', after.id)]))
  )
}

export const listLiveProductsAfter = (
  db: Queryable,
  catalogue: Catalogue,
  after: ProductPosition | undefined,
  limit: number,
): Promise<ProductRow[]> => selectLiveProductsAfter(db, catalogue, after, limit).select(PRODUCT_COLUMNS).execute()

/** Lists the products outside the recycle bin with one of at most 10,000 ids or exact names. */
export const listNamedProducts = (
  db: Queryable,
  catalogue: Catalogue,
  idsOrNames: readonly string[],
): Promise<ProductRow[]> =>
  selectLiveProducts(db, catalogue)
    .select(PRODUCT_COLUMNS)
    .where((eb) => eb.or([eb('id', 'in', idsOrNames), eb('name', 'in', idsOrNames)]))
    .execute()

/**
 * Counts the products outside the recycle bin. The condition on the name makes the database count in the unique index
 * on names, which contains only these products.
 */
export const countLiveProducts = (db: Queryable, catalogue: Catalogue): Promise<number> =>
  countRows(selectLiveProducts(db, catalogue).where('name', '>=', ''))

/** Lists the products outside the recycle bin in the catalogue's order. */
export const listLiveProducts = (db: Queryable, catalogue: Catalogue, limit: number) =>
  selectLiveProducts(db, catalogue).select(PRODUCT_COLUMNS).orderBy('position').orderBy('id').limit(limit).execute()

/** Lists the identifying columns of all products outside the recycle bin. */
export const listIdentities = (db: Queryable, catalogue: Catalogue) =>
  selectLiveProducts(db, catalogue).select(['id', 'name', 'company', 'category', 'isActive']).orderBy('id').execute()

/** Lists the active products that were added last, newest first. */
export const listNewestProducts = (db: Queryable, catalogue: Catalogue, limit: number) =>
  selectLiveProducts(db, catalogue)
    .select(PRODUCT_COLUMNS)
    .where('isActive', '=', true)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Lists the active products with their names and the times of their last changes, in the document's order. */
export const listActiveNames = (db: Queryable, catalogue: Catalogue) =>
  selectLiveProducts(db, catalogue)
    .select(['id', 'name', 'category', 'updatedAt'])
    .where('isActive', '=', true)
    .orderBy('position')
    .execute()

/** Returns the position of the last product; 0 if there is none. */
export const getLastPosition = async (db: Queryable, catalogue: Catalogue): Promise<number> => {
  const row = await selectLiveProducts(db, catalogue)
    .select('position')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.position ?? 0
}

/** Returns whether a product outside the recycle bin is at this position. */
export const hasProductAt = (db: Queryable, catalogue: Catalogue, position: number): Promise<boolean> =>
  hasRow(selectLiveProducts(db, catalogue).select('id').where('position', '=', position).limit(1))

/** Returns the catalogue of a product. */
export const findCatalogue = async (db: Queryable, id: string): Promise<Catalogue | undefined> =>
  (await db.selectFrom('products').select('catalogue').where('id', '=', id).executeTakeFirst())?.catalogue

/** Returns the id of the product of a catalogue that was last saved, or moved into the recycle bin. */
export const findLastSavedId = async (db: Queryable, catalogue: Catalogue): Promise<string | undefined> => {
  const query = db.selectFrom('products').select('id').where('catalogue', '=', catalogue)
  return (await query.orderBy('updatedAt', 'desc').limit(1).executeTakeFirst())?.id
}

/** Returns the number of changes of a topic in the change feed. */
export const countChanges = async (db: Queryable, topic: string): Promise<number> => {
  const row = await db.selectFrom('changes').select('revision').where('name', '=', topic).executeTakeFirst()
  return row?.revision ?? 0
}
