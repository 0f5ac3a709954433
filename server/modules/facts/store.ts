import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { FactChangesTable, FactsTable, FactValuesTable } from '#server/platform/database/tables/facts.ts'

export type FactRow = Selectable<FactsTable>
export type FactChangeRow = Selectable<FactChangesTable>
export type NewFactRow = Insertable<FactsTable>
export type NewFactChange = Insertable<FactChangesTable>
export type FilterValueRow = Insertable<FactValuesTable>

/** The version and day of a product's facts. */
export type FactsState = { productId: string; version: number; updatedOn: string | null }

/** The number of ids and rows in a statement: SQLite allows at most 32,766 values. */
const IDS_PER_QUERY = 5_000
const ROWS_PER_INSERT = 200

async function inParts<Item>(items: readonly Item[], size: number, run: (part: readonly Item[]) => Promise<unknown>) {
  for (let index = 0; index < items.length; index += size) await run(items.slice(index, index + size))
}

/** Lists the facts of products, those of inactive attributes too, in no order. */
export async function factsOf(db: Queryable, productIds: readonly string[]): Promise<FactRow[]> {
  const rows: FactRow[] = []
  await inParts(productIds, IDS_PER_QUERY, async (ids) => {
    rows.push(...(await db.selectFrom('facts').selectAll().where('productId', 'in', ids).execute()))
  })
  return rows
}

/** Lists the versions and days of products' facts; products that never had one are left out. */
export async function statesOf(db: Queryable, productIds: readonly string[]): Promise<FactsState[]> {
  const rows: FactsState[] = []
  await inParts(productIds, IDS_PER_QUERY, async (ids) => {
    rows.push(...(await db.selectFrom('productFacts').selectAll().where('productId', 'in', ids).execute()))
  })
  return rows
}

export const findFact = (db: Queryable, id: string): Promise<FactRow | undefined> =>
  db.selectFrom('facts').selectAll().where('id', '=', id).executeTakeFirst()

export const insertFacts = (db: Queryable, rows: readonly NewFactRow[]) =>
  inParts(rows, ROWS_PER_INSERT, (part) => db.insertInto('facts').values(part).execute())

export const updateFact = (db: Queryable, id: string, values: Updateable<FactsTable>) =>
  db.updateTable('facts').set(values).where('id', '=', id).execute()

export const deleteFacts = (db: Queryable, ids: readonly string[]) =>
  inParts(ids, IDS_PER_QUERY, (part) => db.deleteFrom('facts').where('id', 'in', part).execute())

export const insertChanges = (db: Queryable, rows: readonly NewFactChange[]) =>
  inParts(rows, ROWS_PER_INSERT, (part) => db.insertInto('factChanges').values(part).execute())

export const saveStates = (db: Queryable, states: readonly FactsState[]) =>
  inParts(states, ROWS_PER_INSERT, (part) =>
    db
      .insertInto('productFacts')
      .values(part)
      .onConflict((row) =>
        row.column('productId').doUpdateSet((eb) => ({
          version: eb.ref('excluded.version'),
          updatedOn: eb.ref('excluded.updatedOn'),
        })),
      )
      .execute(),
  )

/** Replaces the values that products are filtered by. */
export async function replaceFilterValues(
  db: Queryable,
  productIds: readonly string[],
  rows: readonly FilterValueRow[],
): Promise<void> {
  await inParts(productIds, IDS_PER_QUERY, (ids) => db.deleteFrom('factValues').where('productId', 'in', ids).execute())
  await inParts(rows, ROWS_PER_INSERT, (part) => db.insertInto('factValues').values(part).execute())
}

const changesOf = (db: Queryable, productId: string, hiddenAttributes: readonly string[]) =>
  db
    .selectFrom('factChanges')
    .where('productId', '=', productId)
    .$if(hiddenAttributes.length > 0, (query) => query.where('attribute', 'not in', hiddenAttributes))

/** A product's changes, the newest first, without those of some attributes. */
export const listChanges = (
  db: Queryable,
  productId: string,
  hiddenAttributes: readonly string[],
  page: { limit: number; offset: number },
): Promise<FactChangeRow[]> =>
  changesOf(db, productId, hiddenAttributes)
    .selectAll()
    .orderBy('version', 'desc')
    .orderBy('ordinal')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

export const countChanges = async (
  db: Queryable,
  productId: string,
  hiddenAttributes: readonly string[],
): Promise<number> => {
  const row = await changesOf(db, productId, hiddenAttributes)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Returns how often the names of the change feed have changed, together. */
export const sumRevisions = async (db: Queryable, names: readonly string[]): Promise<number> => {
  const rows = await db.selectFrom('changes').select('revision').where('name', 'in', names).execute()
  return rows.reduce((sum, { revision }) => sum + revision, 0)
}

/** Finds a product that is not in the recycle bin, by its id or exact name. */
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

/** Lists the active products whose facts changed or were confirmed last, the newest first. */
export const listLatestStates = (db: Queryable, limit: number) =>
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

/** Lists the attributes of one change of a product's facts, in its order. */
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

/** Facts that were stale on a day, of products outside the recycle bin and of active attributes. */
type StaleFilter = { today: string; catalogue?: Catalogue | undefined; attribute?: string | undefined }

const staleFacts = (db: Queryable, { today, catalogue, attribute }: StaleFilter) =>
  db
    .selectFrom('facts')
    .innerJoin('products', 'products.id', 'facts.productId')
    .innerJoin('attributes', 'attributes.key', 'facts.attribute')
    .where('facts.staleOn', '<=', today)
    .where('products.deletedAt', 'is', null)
    .where('attributes.isActive', '=', true)
    .$if(catalogue !== undefined, (query) => query.where('products.catalogue', '=', catalogue ?? 'agent'))
    .$if(attribute !== undefined, (query) => query.where('facts.attribute', '=', attribute ?? ''))

/** Lists what has been stale for longest first, with the product. */
export const listStaleFacts = (db: Queryable, filter: StaleFilter, page: { limit: number; offset: number }) =>
  staleFacts(db, filter)
    .selectAll('facts')
    .select(['products.name as productName', 'products.catalogue', 'products.views'])
    .orderBy('facts.staleOn')
    .orderBy('facts.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

/** Counts them, up to a limit. */
export const countStaleFacts = async (db: Queryable, filter: StaleFilter, limit: number): Promise<number> => {
  const row = await db
    .selectFrom(staleFacts(db, filter).select('facts.id').limit(limit).as('stale'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Returns whether a fact became stale on a day. */
export const hasBecomeStale = async (db: Queryable, day: string): Promise<boolean> =>
  (await db.selectFrom('facts').select('id').where('staleOn', '=', day).limit(1).executeTakeFirst()) !== undefined

/** Lists the active products that are looked at most. */
export const listMostViewed = (db: Queryable, catalogue: Catalogue, limit: number) =>
  db
    .selectFrom('products')
    .select(['id', 'name', 'catalogue', 'category', 'views'])
    .where('catalogue', '=', catalogue)
    .where('deletedAt', 'is', null)
    .where('isActive', '=', true)
    .orderBy('views', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Lists which attributes are known of products. */
export const listKnown = (db: Queryable, productIds: readonly string[]) =>
  db.selectFrom('facts').select(['productId', 'attribute']).distinct().where('productId', 'in', productIds).execute()
