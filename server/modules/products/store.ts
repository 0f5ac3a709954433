import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { removeTexts, replaceTexts } from '#server/modules/search/service.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { ProductsTable } from '#server/platform/database/tables/products.ts'
import { createTurns } from '#server/platform/turns.ts'
import { listSearchedDetails } from './searched-details.ts'

/** A row with the forms that it is searched by, which may be several times as long as the rest. */
export type SearchedRow = Selectable<ProductsTable>
export type ProductRow = Omit<SearchedRow, 'searchJson'>

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

/** Returns the change feed's name for a catalogue's rows. */
export const catalogueName = (catalogue: Catalogue): string => `catalogue:${catalogue}`

/** Returns the change feed's name for the members' ratings of a catalogue: no editor's save, and no part of its document. */
export const ratingsName = (catalogue: Catalogue): string => `ratings:${catalogue}`

const liveProducts = (db: Queryable, catalogue: Catalogue) =>
  db.selectFrom('products').where('catalogue', '=', catalogue).where('deletedAt', 'is', null)

export const findProduct = (db: Queryable, catalogue: Catalogue, idOrName: string) =>
  liveProducts(db, catalogue)
    .select(COLUMNS)
    .where((eb) => eb.or([eb('id', '=', idOrName), eb('name', '=', idOrName)]))
    .orderBy((eb) => eb.case().when('id', '=', idOrName).then(0).else(1).end())
    .executeTakeFirst()

export const findByName = (db: Queryable, catalogue: Catalogue, name: string) =>
  liveProducts(db, catalogue).select('id').where('name', '=', name).executeTakeFirst()

export const listProducts = (db: Queryable, ids: readonly string[]): Promise<ProductRow[]> =>
  db.selectFrom('products').select(COLUMNS).where('id', 'in', ids).execute()

/** Lists rows as an index takes them in. */
export const listSearchedProducts = (db: Queryable, ids: readonly string[]): Promise<SearchedRow[]> =>
  db.selectFrom('products').selectAll().where('id', 'in', ids).execute()

/** Lists active products in the order of the document. */
export const listActiveProducts = (db: Queryable, catalogue: Catalogue, limit: number) =>
  liveProducts(db, catalogue)
    .select(COLUMNS)
    .where('isActive', '=', true)
    .orderBy('position')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Lists active products after an id, in the order of their ids: to read a whole catalogue in pages. */
export const listActiveProductsAfter = (db: Queryable, catalogue: Catalogue, afterId: string, limit: number) =>
  liveProducts(db, catalogue)
    .select(COLUMNS)
    .where('isActive', '=', true)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Where a row stands in the order of the document. */
export type ProductPlace = Pick<ProductRow, 'position' | 'id'>

/** Selects what is not in the recycle bin after a place, in the order of the document: to read a catalogue in pages. */
const liveAfter = (db: Queryable, catalogue: Catalogue, after: ProductPlace | undefined, limit: number) =>
  liveProducts(db, catalogue)
    .$if(after !== undefined, (query) =>
      query
        // Of its own, so that an index finds the place.
        .where('position', '>=', after?.position ?? 0)
        .where((eb) => eb.or([eb('position', '>', after?.position ?? 0), eb('id', '>', after?.id ?? '')])),
    )
    .orderBy('position')
    .orderBy('id')
    .limit(limit)

export const listLiveProductsAfter = (
  db: Queryable,
  catalogue: Catalogue,
  after: ProductPlace | undefined,
  limit: number,
): Promise<ProductRow[]> => liveAfter(db, catalogue, after, limit).select(COLUMNS).execute()

/** Lists only the ids, and how many characters the longest texts of each product have together. */
export const listLengthsAfter = (db: Queryable, catalogue: Catalogue, after: ProductPlace | undefined, limit: number) =>
  liveAfter(db, catalogue, after, limit)
    .select(['id', 'position', sql<number>`length(description) + length(details_json)`.as('length')])
    .execute()

/** Lists those that have one of some ids or exact names; at most 10,000 of them. */
export const listNamedProducts = (
  db: Queryable,
  catalogue: Catalogue,
  idsOrNames: readonly string[],
): Promise<ProductRow[]> =>
  liveProducts(db, catalogue)
    .select(COLUMNS)
    .where((eb) => eb.or([eb('id', 'in', idsOrNames), eb('name', 'in', idsOrNames)]))
    .execute()

/** Counts what is not in the recycle bin. */
export const countLiveProducts = async (db: Queryable, catalogue: Catalogue): Promise<number> => {
  const row = await liveProducts(db, catalogue)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Lists all that are not in the recycle bin, in the order of the document. */
export const listLiveProducts = (db: Queryable, catalogue: Catalogue, limit: number) =>
  liveProducts(db, catalogue).select(COLUMNS).orderBy('position').orderBy('id').limit(limit).execute()

export const listIdentities = (db: Queryable, catalogue: Catalogue) =>
  liveProducts(db, catalogue).select(['id', 'name', 'company', 'category', 'isActive']).orderBy('id').execute()

export const listNewestProducts = (db: Queryable, catalogue: Catalogue, limit: number) =>
  liveProducts(db, catalogue)
    .select(COLUMNS)
    .where('isActive', '=', true)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const listActiveNames = (db: Queryable, catalogue: Catalogue) =>
  liveProducts(db, catalogue)
    .select(['id', 'name', 'updatedAt'])
    .where('isActive', '=', true)
    .orderBy('position')
    .execute()

/** Selects products outside the recycle bin: the active ones, or all. */
export type Scope = 'active' | 'live'

export const listVersions = (db: Queryable, catalogue: Catalogue, scope: Scope) =>
  liveProducts(db, catalogue)
    .select((eb) => ['id', eb('version', '+', eb.ref('ratingChanges')).as('version')])
    .$if(scope === 'active', (query) => query.where('isActive', '=', true))
    .execute()

export const lastPosition = async (db: Queryable, catalogue: Catalogue): Promise<number> => {
  const row = await liveProducts(db, catalogue)
    .select('position')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.position ?? 0
}

export const insertProduct = (db: Queryable, row: Insertable<ProductsTable>) => insertProducts(db, [row])

export const updateProduct = async (db: Queryable, id: string, values: Updateable<ProductsTable>): Promise<void> => {
  await db.updateTable('products').set(values).where('id', '=', id).execute()
  await indexDetails(db, id, values.detailsJson)
}

/** Keeps what a product is found by beside its name, slogan and description; nothing if its details were not written. */
const indexDetails = async (db: Queryable, id: string, detailsJson: string | undefined): Promise<void> => {
  if (detailsJson === undefined) return
  const texts = listSearchedDetails(JSON.parse(detailsJson)).map(({ text }) => text)
  await replaceTexts(db, 'product-details', id, [{ part: '', texts }])
}

/** The number of rows per statement: SQLite allows at most 32,766 values. */
const ROWS_PER_INSERT = 500

export const insertProducts = async (db: Queryable, rows: readonly Insertable<ProductsTable>[]): Promise<void> => {
  for (let index = 0; index < rows.length; index += ROWS_PER_INSERT)
    await db
      .insertInto('products')
      .values(rows.slice(index, index + ROWS_PER_INSERT))
      .execute()
  const letOthersIn = createTurns()
  for (const { id, detailsJson } of rows) {
    await letOthersIn()
    await indexDetails(db, id, detailsJson)
  }
}

/** Sets the same values in many rows and increments their versions. */
export const updateProducts = async (
  db: Queryable,
  ids: readonly string[],
  values: Omit<Updateable<ProductsTable>, 'id' | 'version'>,
): Promise<void> => {
  await db
    .updateTable('products')
    .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
    .where('id', 'in', ids)
    .execute()
  for (const id of ids) await indexDetails(db, id, values.detailsJson)
}

/** Adds to an active product's views, in the database itself; no version changes. Returns its id. */
export const countProductViews = async (db: Queryable, catalogue: Catalogue, idOrName: string, views: number) => {
  const row = await findProduct(db, catalogue, idOrName)
  if (!row?.isActive) return undefined
  await db
    .updateTable('products')
    .set((eb) => ({ views: eb('views', '+', views) }))
    .where('id', '=', row.id)
    .execute()
  return row.id
}

/** Sets what members' reviews of a product come to, if it is another than before; no version changes. Returns its catalogue. */
export const updateMemberRating = (
  db: Queryable,
  id: string,
  { rating, count }: { rating: number | null; count: number },
): Promise<{ catalogue: Catalogue } | undefined> =>
  db
    .updateTable('products')
    .set((eb) => ({ memberRating: rating, memberReviewCount: count, ratingChanges: eb('ratingChanges', '+', 1) }))
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('memberReviewCount', '!=', count),
        rating === null
          ? eb('memberRating', 'is not', null)
          : eb.or([eb('memberRating', 'is', null), eb('memberRating', '!=', rating)]),
      ]),
    )
    .returning('catalogue')
    .executeTakeFirst()

/** Moves rows into the recycle bin. */
export const recycleProducts = (db: Queryable, ids: readonly string[], at: string) =>
  db
    .updateTable('products')
    .set((eb) => ({ deletedAt: at, version: eb('version', '+', 1) }))
    .where('id', 'in', ids)
    .execute()

/** Lists the newest first; `since` bounds what can still be restored. */
export const listRecycledProducts = (db: Queryable, catalogue: Catalogue, since: string) =>
  db
    .selectFrom('products')
    .select(COLUMNS)
    .where('catalogue', '=', catalogue)
    .where('deletedAt', '>=', since)
    .$narrowType<{ deletedAt: string }>()
    .orderBy('deletedAt', 'desc')
    .orderBy('id')
    .execute()

/** Deletes products recycled before a time. Returns them. */
export const purgeProducts = async (db: Queryable, before: string) => {
  const purged = await db
    .deleteFrom('products')
    .where('deletedAt', '<', before)
    .returning(['id', 'name', 'catalogue'])
    .execute()
  await removeTexts(
    db,
    ['product-details', 'product-facts'],
    purged.map(({ id }) => id),
  )
  return purged
}

/** Returns when a row last changed or was recycled. */
export const findLastChange = async (db: Queryable, catalogue: Catalogue): Promise<string | undefined> => {
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

export const countOfChanges = async (db: Queryable, name: string): Promise<number> => {
  const row = await db.selectFrom('changes').select('revision').where('name', '=', name).executeTakeFirst()
  return row?.revision ?? 0
}
