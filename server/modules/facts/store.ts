import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { FactGrade } from '#contracts/facts/vocabulary.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { refreshProductNames } from '#server/modules/possible-duplicates/service.ts'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { forEachBatch } from '#server/platform/database/for-each-batch.ts'
import type { RowRange } from '#server/platform/database/row-range.ts'
import type {
  FactChangesTable,
  FactDisputesTable,
  FactsTable,
  FactValuesTable,
} from '#server/platform/database/tables/facts.ts'

export type FactRow = Selectable<FactsTable>
export type FactChangeRow = Selectable<FactChangesTable>
export type NewFactRow = Insertable<FactsTable>
export type NewFactChange = Insertable<FactChangesTable>
export type FilterValueRow = Insertable<FactValuesTable>
export type DisputeRow = Insertable<FactDisputesTable>

/** The version of a product's facts, and the day on which they were last updated. */
export type FactsVersion = { productId: string; version: number; updatedOn: string | null }

/** The number of the next change to any product's facts. */
export const NEXT_FACT_CHANGE = sql<number>`(select coalesce(max(change), 0) + 1 from product_facts)`

// SQLite allows at most 32,766 parameters per statement.
const IDS_PER_QUERY = 5_000
const ROWS_PER_INSERT = 200

/** Lists the facts of products, including those of inactive attributes, in no particular order. */
export async function listFactRows(db: Queryable, productIds: readonly string[]): Promise<FactRow[]> {
  const rows: FactRow[] = []
  await forEachBatch(productIds, IDS_PER_QUERY, async (ids) => {
    rows.push(...(await db.selectFrom('facts').selectAll().where('productId', 'in', ids).execute()))
  })
  return rows
}

/** Lists the versions and update days of products' facts; products that never had facts are omitted. */
export async function listFactsVersions(db: Queryable, productIds: readonly string[]): Promise<FactsVersion[]> {
  const rows: FactsVersion[] = []
  await forEachBatch(productIds, IDS_PER_QUERY, async (ids) => {
    rows.push(...(await db.selectFrom('productFacts').selectAll().where('productId', 'in', ids).execute()))
  })
  return rows
}

/** A position in the order of changes: after a product, or after all products of the change if `productId` is undefined. */
export type FactCursor = { change: number; productId: string | undefined }

/** Returns the number of the last change to any product's facts; 0 if there are none. */
export async function getLastChange(db: Queryable): Promise<number> {
  const { last } = await db
    .selectFrom('productFacts')
    .select((eb) => eb.fn.max('change').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** Lists the products whose last change is after a cursor and up to `until`, in order of changes. */
export const listChangedFacts = (
  db: Queryable,
  { after: { change, productId }, until, limit }: { after: FactCursor; until: number; limit: number },
): Promise<{ productId: string; change: number }[]> =>
  db
    .selectFrom('productFacts')
    .select(['productId', 'change'])
    .where((eb) =>
      productId === undefined
        ? eb('change', '>', change)
        : eb(eb.refTuple('change', 'productId'), '>', eb.tuple(change, productId)),
    )
    .where('change', '<=', until)
    .orderBy('change')
    .orderBy('productId')
    .limit(limit)
    .execute()

/** Lists the values by which products are filtered, in no particular order. */
export const listFilterValues = (db: Queryable, productIds: readonly string[]) =>
  db
    .selectFrom('factValues')
    .select(['productId', 'attribute', 'value', 'isVerified'])
    .where('productId', 'in', productIds)
    .execute()

/** Lists the facts of certificates with a last day, of the given attributes, that are stale on a day. */
export const listStaleCertificates = (db: Queryable, attributeKeys: readonly string[], today: string) =>
  db
    .selectFrom('facts')
    .select(['productId', 'attribute', 'valueJson'])
    .where('attribute', 'in', attributeKeys)
    .where('staleOn', '<=', today)
    .where('valueJson', 'like', '%"validUntil":"%')
    .execute()

/** Lists the values of an attribute that facts of given grades state. */
export const listValuesByGrade = (db: Queryable, attribute: string, grades: readonly FactGrade[]) =>
  db
    .selectFrom('facts')
    .select(['productId', 'valueJson'])
    .where('attribute', '=', attribute)
    .where('grade', 'in', grades)
    .execute()

/** Lists the facts of an attribute, of all products. */
export const listFactsOfAttribute = (db: Queryable, attribute: string) =>
  db
    .selectFrom('facts')
    .select(['productId', 'valueJson', 'grade', 'isComplete'])
    .where('attribute', '=', attribute)
    .execute()

/** Lists the products whose sources disagree on one of the given attributes. */
export const listDisputesByAttribute = (db: Queryable, attributeKeys: readonly string[]) =>
  db.selectFrom('factDisputes').selectAll().where('attribute', 'in', attributeKeys).execute()

export const findFact = (db: Queryable, id: string): Promise<FactRow | undefined> =>
  db.selectFrom('facts').selectAll().where('id', '=', id).executeTakeFirst()

export const insertFacts = (db: Queryable, rows: readonly NewFactRow[]) =>
  forEachBatch(rows, ROWS_PER_INSERT, (part) => db.insertInto('facts').values(part).execute())

export const updateFact = (db: Queryable, id: string, values: Updateable<FactsTable>) =>
  db.updateTable('facts').set(values).where('id', '=', id).execute()

export const deleteFacts = (db: Queryable, ids: readonly string[]) =>
  forEachBatch(ids, IDS_PER_QUERY, (part) => db.deleteFrom('facts').where('id', 'in', part).execute())

export const insertChanges = (db: Queryable, rows: readonly NewFactChange[]) =>
  forEachBatch(rows, ROWS_PER_INSERT, (part) => db.insertInto('factChanges').values(part).execute())

/** Saves the versions of products' facts with the next change number. The caller must have locked all facts. */
export const saveFactsVersions = (db: Queryable, versions: readonly FactsVersion[]) =>
  forEachBatch(versions, ROWS_PER_INSERT, (part) =>
    db
      .insertInto('productFacts')
      .values(part.map((version) => ({ ...version, change: NEXT_FACT_CHANGE })))
      .onConflict((row) =>
        row.column('productId').doUpdateSet((eb) => ({
          version: eb.ref('excluded.version'),
          updatedOn: eb.ref('excluded.updatedOn'),
          change: eb.ref('excluded.change'),
        })),
      )
      .execute(),
  )

/** Replaces the values by which products are filtered. */
export async function replaceFilterValues(
  db: Queryable,
  productIds: readonly string[],
  rows: readonly FilterValueRow[],
): Promise<void> {
  await forEachBatch(productIds, IDS_PER_QUERY, (ids) =>
    db.deleteFrom('factValues').where('productId', 'in', ids).execute(),
  )
  await forEachBatch(rows, ROWS_PER_INSERT, (part) => db.insertInto('factValues').values(part).execute())
}

/** Replaces products' attributes on which sources disagree. */
export async function replaceDisputes(
  db: Queryable,
  productIds: readonly string[],
  rows: readonly DisputeRow[],
): Promise<void> {
  await forEachBatch(productIds, IDS_PER_QUERY, (ids) =>
    db.deleteFrom('factDisputes').where('productId', 'in', ids).execute(),
  )
  await forEachBatch(rows, ROWS_PER_INSERT, (part) => db.insertInto('factDisputes').values(part).execute())
}

/** Stores the values of products' rows that their facts imply. */
export async function updateFormColumns(
  db: Queryable,
  rows: readonly { productId: string; company: string; deploymentTypes: readonly string[] }[],
): Promise<void> {
  for (const { productId, company, deploymentTypes } of rows)
    await db
      .updateTable('products')
      .set({ company, deploymentTypesJson: JSON.stringify(deploymentTypes) })
      .where('id', '=', productId)
      .execute()
  await refreshProductNames(
    db,
    rows.map(({ productId }) => productId),
  )
}

type ChangeFilter = { productId: string; hiddenAttributeKeys: readonly string[]; attribute?: string | undefined }

/** Selects a product's changes, without those of hidden attributes, or only those of `attribute` if given. */
function selectChanges(db: Queryable, { productId, hiddenAttributeKeys, attribute }: ChangeFilter) {
  let query = db.selectFrom('factChanges').where('productId', '=', productId)
  if (hiddenAttributeKeys.length > 0) query = query.where('attribute', 'not in', hiddenAttributeKeys)
  if (attribute !== undefined) query = query.where('attribute', '=', attribute)
  return query
}

/** Lists changes, newest first. */
export const listChanges = (db: Queryable, filter: ChangeFilter, page: RowRange): Promise<FactChangeRow[]> =>
  selectChanges(db, filter)
    .selectAll()
    .orderBy('version', 'desc')
    .orderBy('ordinal')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

/** Lists the changes of products' facts after `since` and until `until` that aren't mere confirmations, newest first. */
export const listChangesOfProducts = (
  db: Queryable,
  { ids, since, until }: { ids: readonly string[]; since: string; until: string },
): Promise<FactChangeRow[]> =>
  db
    .selectFrom('factChanges')
    .selectAll()
    .where('productId', 'in', ids)
    .where('at', '>', since)
    .where('at', '<=', until)
    .where('action', '!=', 'confirm')
    .orderBy('version', 'desc')
    .orderBy('ordinal')
    .execute()

/** The position of a change among those of all products. */
export type ChangeKey = Pick<FactChangeRow, 'at' | 'productId' | 'version' | 'ordinal'>

/** Lists the changes of all products after one of them, in the order in which they were made. */
export const listChangesAfter = (
  db: Queryable,
  { at, productId, version, ordinal }: ChangeKey,
  { until, limit }: { until: string; limit: number },
): Promise<FactChangeRow[]> =>
  db
    .selectFrom('factChanges')
    .selectAll()
    .where(sql<boolean>`(at, product_id, version, ordinal) > (${at}, ${productId}, ${version}, ${ordinal})`)
    .where('at', '<=', until)
    .orderBy('at')
    .orderBy('productId')
    .orderBy('version')
    .orderBy('ordinal')
    .limit(limit)
    .execute()

export const countChanges = (db: Queryable, filter: ChangeFilter): Promise<number> =>
  countRows(selectChanges(db, filter))

/** Lists the latest confirmations of a product's attribute, newest first. */
export const listConfirmations = (
  db: Queryable,
  productId: string,
  attribute: string,
  limit: number,
): Promise<FactChangeRow[]> =>
  db
    .selectFrom('factChanges')
    .selectAll()
    .where('productId', '=', productId)
    .where('attribute', '=', attribute)
    .where('action', '=', 'confirm')
    .orderBy('version', 'desc')
    .orderBy('ordinal', 'desc')
    .limit(limit)
    .execute()

/** Returns the sum of the revisions of topics in the change feed. */
export const sumRevisions = async (db: Queryable, names: readonly string[]): Promise<number> => {
  const rows = await db.selectFrom('changes').select('revision').where('name', 'in', names).execute()
  return rows.reduce((sum, { revision }) => sum + revision, 0)
}

/** Returns a product outside the recycle bin by its id or exact name. */
export const findProduct = (db: Queryable, catalogue: Catalogue, idOrName: string) =>
  db
    .selectFrom('products')
    .select(['id', 'name', 'catalogue', 'isActive'])
    .where('catalogue', '=', catalogue)
    .where('deletedAt', 'is', null)
    .where((eb) => eb.or([eb('id', '=', idOrName), eb('name', '=', idOrName)]))
    .orderBy((eb) => eb.case().when('id', '=', idOrName).then(0).else(1).end())
    .executeTakeFirst()

export const findProductById = (db: Queryable, id: string) =>
  db
    .selectFrom('products')
    .select(['id', 'name', 'catalogue', 'isActive'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()

/** Lists the active products whose facts were changed or confirmed most recently, newest first. */
export const listLatestFactsVersions = (db: Queryable, limit: number) =>
  db
    .selectFrom('productFacts')
    .innerJoin('products', 'products.id', 'productFacts.productId')
    .select(['productFacts.productId', 'productFacts.version', 'productFacts.updatedOn', 'name', 'catalogue'])
    .where('productFacts.updatedOn', 'is not', null)
    .where('products.deletedAt', 'is', null)
    .where('products.isActive', '=', true)
    .$narrowType<{ updatedOn: string }>()
    .orderBy('productFacts.updatedOn', 'desc')
    .orderBy('productFacts.productId', 'desc')
    .limit(limit)
    .execute()

/** Lists the attributes that changed in one version of a product's facts, in the order of the changes. */
export const listChangedAttributes = async (db: Queryable, productId: string, version: number): Promise<string[]> =>
  (
    await db
      .selectFrom('factChanges')
      .select('attribute')
      .where('productId', '=', productId)
      .where('version', '=', version)
      .orderBy('ordinal')
      .execute()
  ).map(({ attribute }) => attribute)
