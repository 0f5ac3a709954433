import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { type SearchText, splitFirstField } from '#contracts/rules/search-text.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { getLastTextNumber, joinTexts, type OwnerTexts, replaceTexts } from '#server/modules/search/service.ts'
import { lockTopic } from '#server/platform/database/change-feed.ts'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { joinPinyin } from '#server/platform/database/pinyin-terms.ts'
import type { ProductsTable } from '#server/platform/database/tables/products.ts'
import { yieldToEventLoop } from '#server/platform/event-loop.ts'
import { listSearchedDetails } from './searched-details.ts'

export type ProductRow = Omit<Selectable<ProductsTable>, 'number' | 'change' | 'reviewCount'>

const COLUMNS = [
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
  'contactEmail',
  'views',
  'detailsJson',
  'version',
  'createdAt',
  'updatedAt',
  'deletedAt',
] as const satisfies readonly (keyof ProductRow)[]

/** Returns the change feed's topic for a catalogue's rows. */
export const getCatalogueTopic = (catalogue: Catalogue): string => `catalogue:${catalogue}`

/**
 * Returns the change feed's topic for members' ratings of a catalogue. They are neither edits nor part of its document.
 */
export const getRatingsTopic = (catalogue: Catalogue): string => `ratings:${catalogue}`

const NUMBERS_PER_QUERY = 5_000

/** Selects the products of a catalogue outside the recycle bin. */
const selectLiveProducts = (db: Queryable, catalogue: Catalogue) =>
  db.selectFrom('products').where('catalogue', '=', catalogue).where('deletedAt', 'is', null)

/**
 * Finds a product by id or, if there is none, by name. Both alternatives repeat all conditions, since otherwise SQLite
 * would read the whole catalogue instead of using an index for each alternative.
 */
export const findProduct = (db: Queryable, catalogue: Catalogue, idOrName: string) =>
  db
    .selectFrom('products')
    .select(COLUMNS)
    .where((eb) =>
      eb.or(
        (['id', 'name'] as const).map((column) =>
          eb.and([eb(column, '=', idOrName), eb('catalogue', '=', catalogue), eb('deletedAt', 'is', null)]),
        ),
      ),
    )
    .orderBy((eb) => eb.case().when('id', '=', idOrName).then(0).else(1).end())
    .executeTakeFirst()

/** Finds a product outside the recycle bin by its exact name. */
export const findProductByName = (db: Queryable, catalogue: Catalogue, name: string) =>
  selectLiveProducts(db, catalogue).select('id').where('name', '=', name).executeTakeFirst()

export const listProducts = (db: Queryable, ids: readonly string[]): Promise<ProductRow[]> =>
  db.selectFrom('products').select(COLUMNS).where('id', 'in', ids).execute()

/** Lists rows by their numbers, in that order. */
export async function listProductsByNumber(
  db: Queryable,
  numbers: readonly number[],
): Promise<(ProductRow & { number: number })[]> {
  const rowsByNumber = new Map<number, ProductRow & { number: number }>()
  for (let index = 0; index < numbers.length; index += NUMBERS_PER_QUERY) {
    const rows = await db
      .selectFrom('products')
      .select([...COLUMNS, 'number'])
      .where('number', 'in', numbers.slice(index, index + NUMBERS_PER_QUERY))
      .$narrowType<{ number: number }>()
      .execute()
    for (const row of rows) rowsByNumber.set(row.number, row)
  }
  return numbers.flatMap((number) => rowsByNumber.get(number) ?? [])
}

/** Returns the numbers of products by their ids. */
export async function listProductNumbers(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const numbers = new Map<string, number>()
  for (let index = 0; index < ids.length; index += NUMBERS_PER_QUERY) {
    const batch = ids.slice(index, index + NUMBERS_PER_QUERY)
    const rows = await db.selectFrom('products').select(['id', 'number']).where('id', 'in', batch).execute()
    for (const { id, number } of rows) if (number !== null) numbers.set(id, number)
  }
  return numbers
}

/** Returns the ids of products by their numbers, unordered. */
export async function listIdsByNumber(db: Queryable, numbers: readonly number[]): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < numbers.length; index += NUMBERS_PER_QUERY) {
    const batch = numbers.slice(index, index + NUMBERS_PER_QUERY)
    const rows = await db.selectFrom('products').select('id').where('number', 'in', batch).execute()
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

/** Lists active products in the order of the document. */
export const listActiveProducts = (db: Queryable, catalogue: Catalogue, limit: number) =>
  selectLiveProducts(db, catalogue)
    .select(COLUMNS)
    .where('isActive', '=', true)
    .orderBy('position')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Lists active products after an id, ordered by id: keyset pagination over an entire catalogue. */
export const listActiveProductsAfter = (db: Queryable, catalogue: Catalogue, afterId: string, limit: number) =>
  selectLiveProducts(db, catalogue)
    .select(COLUMNS)
    .where('isActive', '=', true)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()

/** A cursor in the order of the document. */
export type ProductPosition = Pick<ProductRow, 'position' | 'id'>

/** Selects products outside the recycle bin after a cursor, in the document's order: keyset pagination. */
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
): Promise<ProductRow[]> => selectLiveProductsAfter(db, catalogue, after, limit).select(COLUMNS).execute()

/** Lists ids and positions, with the total number of characters of each product's longest texts. */
export const listTextLengthsAfter = (
  db: Queryable,
  catalogue: Catalogue,
  after: ProductPosition | undefined,
  limit: number,
) =>
  selectLiveProductsAfter(db, catalogue, after, limit)
    .select(['id', 'position', sql<number>`length(description) + length(details_json)`.as('length')])
    .execute()

/** Lists the products with one of the given ids or exact names; at most 10,000. */
export const listNamedProducts = (
  db: Queryable,
  catalogue: Catalogue,
  idsOrNames: readonly string[],
): Promise<ProductRow[]> =>
  selectLiveProducts(db, catalogue)
    .select(COLUMNS)
    .where((eb) => eb.or([eb('id', 'in', idsOrNames), eb('name', 'in', idsOrNames)]))
    .execute()

/** Counts the products outside the recycle bin, by the unique index on their names, which covers only these. */
export const countLiveProducts = (db: Queryable, catalogue: Catalogue): Promise<number> =>
  countRows(selectLiveProducts(db, catalogue).where('name', '>=', ''))

/** Lists the products outside the recycle bin in the document's order. */
export const listLiveProducts = (db: Queryable, catalogue: Catalogue, limit: number) =>
  selectLiveProducts(db, catalogue).select(COLUMNS).orderBy('position').orderBy('id').limit(limit).execute()

export const listIdentities = (db: Queryable, catalogue: Catalogue) =>
  selectLiveProducts(db, catalogue).select(['id', 'name', 'company', 'category', 'isActive']).orderBy('id').execute()

export const listNewestProducts = (db: Queryable, catalogue: Catalogue, limit: number) =>
  selectLiveProducts(db, catalogue)
    .select(COLUMNS)
    .where('isActive', '=', true)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const listActiveNames = (db: Queryable, catalogue: Catalogue) =>
  selectLiveProducts(db, catalogue)
    .select(['id', 'name', 'updatedAt'])
    .where('isActive', '=', true)
    .orderBy('position')
    .execute()

export const getLastPosition = async (db: Queryable, catalogue: Catalogue): Promise<number> => {
  const row = await selectLiveProducts(db, catalogue)
    .select('position')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.position ?? 0
}

/** Returns whether a product outside the recycle bin has a position. */
export const hasProductAt = async (db: Queryable, catalogue: Catalogue, position: number): Promise<boolean> =>
  (await selectLiveProducts(db, catalogue)
    .select('id')
    .where('position', '=', position)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Moves the products outside the recycle bin from a position on by one. */
export const shiftPositions = (db: Queryable, catalogue: Catalogue, from: number) =>
  db
    .updateTable('products')
    .set((eb) => ({ position: eb('position', '+', 1) }))
    .where('catalogue', '=', catalogue)
    .where('deletedAt', 'is', null)
    .where('position', '>=', from)
    .execute()

/** The search text of name, slogan and description, stored outside the product's row. */
type WithSearchText = { searchText?: SearchText }
type NewProduct = Insertable<ProductsTable> & Required<WithSearchText>
type ProductValues = Updateable<ProductsTable> & WithSearchText

export const insertProduct = (db: Queryable, row: NewProduct) => insertProducts(db, [row])

export const updateProduct = (db: Queryable, id: string, values: ProductValues): Promise<void> =>
  updateRows(db, [id], values)

async function updateRows(
  db: Queryable,
  ids: readonly string[],
  values: ProductValues,
  options?: { isNewVersion: boolean },
): Promise<void> {
  await updateColumns(db, ids, values, options)
  await indexTexts(
    db,
    ids.map((id) => ({ id, ...values })),
  )
}

/** Updates columns. The caller has locked the rows' catalogue, so that their change is its next one. */
async function updateColumns(
  db: Queryable,
  ids: readonly string[],
  { searchText: _, ...columns }: ProductValues,
  { isNewVersion = false } = {},
): Promise<void> {
  await db
    .updateTable('products')
    .set({ ...columns, change: NEXT_CHANGE })
    .$if(isNewVersion, (update) => update.set((eb) => ({ version: eb('version', '+', 1) })))
    .where('id', 'in', ids)
    .execute()
}

/** The number of the next change in the catalogue of the updated row. */
const NEXT_CHANGE = sql<number>`(select coalesce(max(others.change), 0) + 1 from products as others
  where others.catalogue = products.catalogue)`

/** Returns the number of the next change in the catalogue of a new row. */
const createNextChange = ({ catalogue }: Pick<Insertable<ProductsTable>, 'catalogue'>) =>
  sql<number>`(select coalesce(max(change), 0) + 1 from products where catalogue = ${catalogue})`

/** Stores the search texts of rows; texts of omitted fields are left unchanged. */
async function indexTexts(db: Queryable, rows: readonly (ProductValues & { id: string })[]) {
  const texts: Record<'product-names' | 'product-letters' | 'product-details', OwnerTexts[]> = {
    'product-names': [],
    'product-letters': [],
    'product-details': [],
  }
  for (const { id: ownerId, searchText, detailsJson } of rows) {
    await yieldToEventLoop()
    if (searchText !== undefined) {
      const { name, rest } = splitFirstField(searchText)
      const parts = [
        { part: 'name', forms: name },
        { part: 'rest', forms: rest },
      ]
      texts['product-names'].push({ ownerId, parts: parts.map(({ part, forms }) => ({ part, text: forms.text })) })
      const letters = parts.map(({ part, forms }) => ({
        part,
        text: forms.syllables === '' ? '' : joinPinyin(forms),
      }))
      texts['product-letters'].push({ ownerId, parts: letters })
    }
    if (detailsJson === undefined) continue
    const text = joinTexts(listSearchedDetails(JSON.parse(detailsJson)).map((detail) => detail.text))
    texts['product-details'].push({ ownerId, parts: [{ part: '', text }] })
  }
  for (const collection of ['product-names', 'product-letters', 'product-details'] as const)
    await replaceTexts(db, collection, texts[collection])
}

/** Rows per statement: SQLite allows at most 32,766 values. */
const ROWS_PER_INSERT = 500

export const insertProducts = async (db: Queryable, rows: readonly NewProduct[]): Promise<void> => {
  await lockTopic(db, NUMBERS_LOCK)
  for (let index = 0; index < rows.length; index += ROWS_PER_INSERT) {
    const batch = rows.slice(index, index + ROWS_PER_INSERT)
    const { last } = await db
      .selectFrom('products')
      .select((eb) => eb.fn.max('number').as('last'))
      .executeTakeFirstOrThrow()
    // Numbers are never reused, even if only leftover search texts refer to them.
    const lastNumber = Math.max(last ?? 0, await getLastTextNumber(db))
    const numbered = batch.map(({ searchText: _, ...row }, offset) => ({
      ...row,
      number: lastNumber + offset + 1,
      change: createNextChange(row),
    }))
    await db.insertInto('products').values(numbered).execute()
    await indexTexts(db, batch)
  }
}

/** Products of both catalogues share one number sequence. */
const NUMBERS_LOCK = 'product-numbers'

type NewValues = Omit<ProductValues, 'id' | 'version'>

/** Sets the same values in many rows and increments their versions. */
export const updateProducts = (db: Queryable, ids: readonly string[], values: NewValues): Promise<void> =>
  updateRows(db, ids, values, { isNewVersion: true })

/** Sets the values of each row and increments its version; the search texts of all rows are replaced together. */
export const updateEachProduct = async (
  db: Queryable,
  rows: readonly (NewValues & { id: string })[],
): Promise<void> => {
  for (const { id, ...values } of rows) {
    await yieldToEventLoop()
    await updateColumns(db, [id], values, { isNewVersion: true })
  }
  await indexTexts(db, rows)
}

/** Adds to the views of an active product, without a new version. Returns its id and category. */
export const countProductViews = async (db: Queryable, catalogue: Catalogue, idOrName: string, views: number) => {
  const row = await findProduct(db, catalogue, idOrName)
  if (!row?.isActive) return undefined
  await db
    .updateTable('products')
    .set((eb) => ({ views: eb('views', '+', views) }))
    .where('id', '=', row.id)
    .execute()
  return { id: row.id, category: row.category }
}

/** Returns the catalogue of a product. */
export const findCatalogue = async (db: Queryable, id: string): Promise<Catalogue | undefined> =>
  (await db.selectFrom('products').select('catalogue').where('id', '=', id).executeTakeFirst())?.catalogue

/**
 * Updates a product's members' rating if it differs, without a new version. The caller has locked its catalogue.
 * Returns whether it differed.
 */
export const updateMemberRating = (
  db: Queryable,
  id: string,
  { rating, count }: { rating: number | null; count: number },
): Promise<{ id: string } | undefined> =>
  db
    .updateTable('products')
    .set((eb) => ({
      memberRating: rating,
      memberReviewCount: count,
      ratingChanges: eb('ratingChanges', '+', 1),
      change: NEXT_CHANGE,
    }))
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('memberReviewCount', '!=', count),
        rating === null
          ? eb('memberRating', 'is not', null)
          : eb.or([eb('memberRating', 'is', null), eb('memberRating', '!=', rating)]),
      ]),
    )
    .returning('id')
    .executeTakeFirst()

/** Returns when a row of a catalogue last changed or was moved into the recycle bin. */
export const findLastChangeTime = async (db: Queryable, catalogue: Catalogue): Promise<string | undefined> => {
  const row = await db
    .selectFrom('products')
    .where('catalogue', '=', catalogue)
    .select((eb) => [eb.fn.max('updatedAt').as('updated'), eb.fn.max('deletedAt').as('deleted')])
    .executeTakeFirst()
  return [row?.updated, row?.deleted]
    .filter((at) => typeof at === 'string')
    .sort()
    .at(-1)
}

/** Returns the number of changes of a topic in the change feed. */
export const countChanges = async (db: Queryable, topic: string): Promise<number> => {
  const row = await db.selectFrom('changes').select('revision').where('name', '=', topic).executeTakeFirst()
  return row?.revision ?? 0
}
