/** Saves products, with each of their versions and the texts of their details that are searched in the database. */
import { type Insertable, sql, type Updateable } from 'kysely'
import { z } from 'zod'
import { foldName } from '#contracts/rules/names.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { refreshProductNames } from '#server/modules/possible-duplicates/service.ts'
import { DETAILS_PART, type ProductText, replaceTexts } from '#server/modules/search/service.ts'
import { getCompanyDomain, getSiteHost } from '#server/platform/company-domain.ts'
import type { Queryable, Transaction } from '#server/platform/database/database.ts'
import { forEachBatch, ROWS_PER_STATEMENT } from '#server/platform/database/for-each-batch.ts'
import type { ProductsTable } from '#server/platform/database/tables/products.ts'
import { eachInTurns, yieldToEventLoop } from '#server/platform/event-loop.ts'
import type { SaveStamp } from '#server/platform/save-stamp.ts'
import { foldTexts } from '#server/platform/search-text/fold-text.ts'
import { listSearchedDetails } from '../searched-details.ts'
import { findProduct } from '../store.ts'
import { insertRevisions } from '../versions/store.ts'

/** Moves the products outside the recycle bin from a position on by one. */
export const shiftPositions = (db: Queryable, catalogue: Catalogue, from: number) =>
  db
    .updateTable('products')
    .set((eb) => ({ position: eb('position', '+', 1) }))
    .where('catalogue', '=', catalogue)
    .where('deletedAt', 'is', null)
    .where('position', '>=', from)
    .execute()

type NewProduct = Omit<Insertable<ProductsTable>, DerivedColumn> & SaveStamp
type ProductValues = Omit<Updateable<ProductsTable>, DerivedColumn | 'version'>
type DerivedColumn = 'foldedName' | 'siteDomain'
/** The values of a new version. */
type NewValues = Omit<ProductValues, 'id'> & SaveStamp

export const insertProduct = (transaction: Transaction, row: NewProduct) => insertProducts(transaction, [row])

/** Saves a new version of a product. */
export const updateProduct = (db: Queryable, id: string, values: NewValues): Promise<void> =>
  updateProducts(db, [id], values)

/** Changes a product's place in the list, or its name in passing, without a new version. */
export const arrangeProduct = (
  db: Queryable,
  id: string,
  values: Pick<ProductValues, 'position' | 'name'>,
): Promise<void> => updateRows(db, [id], values)

async function updateRows(
  db: Queryable,
  ids: readonly string[],
  values: ProductValues,
  options?: { isNewVersion: boolean },
): Promise<void> {
  const changed = ids.map((id) => ({ id, ...values }))
  if (options?.isNewVersion) await recordPriceChanges(db, changed)
  await updateColumns(db, ids, values, options)
  if (options?.isNewVersion) await insertRevisions(db, ids)
  await indexDetails(db, changed)
}

/** Records which rows get another price, before they are updated. */
async function recordPriceChanges(db: Queryable, rows: readonly (ProductValues & { id: string })[]): Promise<void> {
  const priced = rows.flatMap(({ id, price, updatedAt }) =>
    price === undefined || updatedAt === undefined ? [] : [{ id, price, updatedAt }],
  )
  await forEachBatch(priced, ROWS_PER_STATEMENT, async (batch) => {
    const stored = await db
      .selectFrom('products')
      .select(['id', 'price', 'version'])
      .where(
        'id',
        'in',
        batch.map(({ id }) => id),
      )
      .execute()
    const current = new Map(stored.map((row) => [row.id, row]))
    const changes = batch.flatMap(({ id, price, updatedAt }) => {
      const row = current.get(id)
      if (!row || row.price === price) return []
      return [{ productId: id, version: row.version + 1, at: updatedAt, before: row.price, after: price }]
    })
    if (changes.length > 0) await db.insertInto('priceChanges').values(changes).execute()
  })
}

/** Updates columns. The caller has locked the rows' catalogue, so that their change is its next one. */
async function updateColumns(
  db: Queryable,
  ids: readonly string[],
  columns: ProductValues,
  { isNewVersion = false } = {},
): Promise<void> {
  await db
    .updateTable('products')
    .set({ ...columns, change: NEXT_CHANGE })
    .$if(columns.name !== undefined, (update) => update.set({ foldedName: foldName(columns.name ?? '') }))
    .$if(columns.detailsJson !== undefined, (update) =>
      update.set({ siteDomain: getSiteDomain(columns.detailsJson ?? '{}') }),
    )
    .$if(isNewVersion, (update) => update.set((eb) => ({ version: eb('version', '+', 1) })))
    .where('id', 'in', ids)
    .execute()
  if (columns.name !== undefined || columns.company !== undefined) await refreshProductNames(db, ids)
}

const SiteSchema = z.object({ officialLink: z.string().catch('') })

/** Returns the company's domain of a product's site, by which organisations of vendors are recognised. */
const getSiteDomain = (detailsJson: string): string =>
  getCompanyDomain(getSiteHost(SiteSchema.parse(JSON.parse(detailsJson)).officialLink))

/** The number of the next change in the catalogue of the updated row. */
const NEXT_CHANGE = sql<number>`(select coalesce(max(others.change), 0) + 1 from products as others
  where others.catalogue = products.catalogue)`

/** Returns the number of the next change in a catalogue. */
async function getNextChange(db: Queryable, catalogue: Catalogue): Promise<number> {
  const { last } = await db
    .selectFrom('products')
    .select((eb) => eb.fn.max('change').as('last'))
    .where('catalogue', '=', catalogue)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

/** Replaces the searched texts of rows whose details are given. */
async function indexDetails(db: Queryable, rows: readonly (Pick<ProductValues, 'detailsJson'> & { id: string })[]) {
  const texts: ProductText[] = []
  for (const { id: productId, detailsJson } of rows) {
    if (detailsJson === undefined) continue
    await yieldToEventLoop()
    const text = foldTexts(listSearchedDetails(JSON.parse(detailsJson)).map((detail) => detail.text))
    texts.push({ productId, part: DETAILS_PART, text })
  }
  await replaceTexts(
    db,
    'details',
    texts.map(({ productId }) => productId),
    texts,
  )
}

export const insertProducts = async ({ db, lockName }: Transaction, rows: readonly NewProduct[]): Promise<void> => {
  await lockName(NUMBERS_LOCK)
  await forEachBatch(rows, ROWS_PER_STATEMENT, async (batch) => {
    const { last } = await db
      .selectFrom('products')
      .select((eb) => eb.fn.max('number').as('last'))
      .executeTakeFirstOrThrow()
    // Read once: in each row, as a subquery, it takes PostgreSQL fifty times as long as the rest of the statement.
    const changes = new Map<Catalogue, number>()
    for (const catalogue of new Set(batch.map((row) => row.catalogue)))
      changes.set(catalogue, await getNextChange(db, catalogue))
    const numbered = batch.map((row, offset) => ({
      ...row,
      foldedName: foldName(row.name),
      siteDomain: getSiteDomain(row.detailsJson),
      number: (last ?? 0) + offset + 1,
      change: changes.get(row.catalogue) ?? 1,
    }))
    await db.insertInto('products').values(numbered).execute()
    const ids = batch.map(({ id }) => id)
    await insertRevisions(db, ids)
    await refreshProductNames(db, ids)
    await indexDetails(db, batch)
  })
}

/** Products of both catalogues share one number sequence. */
const NUMBERS_LOCK = 'product-numbers'

/** Sets the same values in many rows and increments their versions. */
export const updateProducts = (db: Queryable, ids: readonly string[], values: NewValues): Promise<void> =>
  updateRows(db, ids, values, { isNewVersion: true })

/** Sets the values of each row and increments its version; the searched texts of all rows are replaced together. */
export const updateEachProduct = async (
  db: Queryable,
  rows: readonly (NewValues & { id: string })[],
): Promise<void> => {
  await recordPriceChanges(db, rows)
  for await (const { id, ...values } of eachInTurns(rows)) {
    await updateColumns(db, [id], values, { isNewVersion: true })
  }
  await insertRevisions(
    db,
    rows.map(({ id }) => id),
  )
  await indexDetails(db, rows)
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
