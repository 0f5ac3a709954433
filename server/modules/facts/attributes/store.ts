import type { Insertable, Selectable, Updateable } from 'kysely'
import { CATALOGUES, type Catalogue } from '#contracts/vocabulary.ts'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { hasRow } from '#server/platform/database/has-row.ts'
import type { RowRange } from '#server/platform/database/row-range.ts'
import type { AttributeRevisionsTable, AttributesTable } from '#server/platform/database/tables/facts.ts'
import { NEXT_FACT_CHANGE } from '../store.ts'

export type AttributeRow = Selectable<AttributesTable>

/** Lists all attributes in their order, including inactive ones. */
export const listAttributes = (db: Queryable): Promise<AttributeRow[]> =>
  db.selectFrom('attributes').selectAll().orderBy('position').orderBy('key').execute()

export const findAttribute = (db: Queryable, key: string): Promise<AttributeRow | undefined> =>
  db.selectFrom('attributes').selectAll().where('key', '=', key).executeTakeFirst()

export const insertAttributes = (db: Queryable, rows: readonly Insertable<AttributesTable>[]) =>
  db.insertInto('attributes').values(rows).execute()

export const updateAttribute = (db: Queryable, key: string, values: Updateable<AttributesTable>) =>
  db.updateTable('attributes').set(values).where('key', '=', key).execute()

export const deleteAttribute = (db: Queryable, key: string) =>
  db.deleteFrom('attributes').where('key', '=', key).execute()

/** Counts the products with a fact of an attribute. */
export const countProducts = async (db: Queryable, attribute: string): Promise<number> => {
  const row = await db
    .selectFrom('facts')
    .select((eb) => eb.fn.count<number>('productId').distinct().as('count'))
    .where('attribute', '=', attribute)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Counts the facts of an attribute, in one catalogue if given. */
export function countFacts(db: Queryable, attribute: string, catalogue?: Catalogue): Promise<number> {
  const query = db
    .selectFrom('facts')
    .innerJoin('products', 'products.id', 'facts.productId')
    .where('attribute', '=', attribute)
  return countRows(catalogue === undefined ? query : query.where('products.catalogue', '=', catalogue))
}

/** Returns whether any product's change history contains the attribute. */
export const hasHistory = (db: Queryable, attribute: string): Promise<boolean> =>
  hasRow(db.selectFrom('factChanges').select('version').where('attribute', '=', attribute).limit(1))

export const insertRevisions = (db: Queryable, rows: readonly Insertable<AttributeRevisionsTable>[]) =>
  db.insertInto('attributeRevisions').values(rows).execute()

/** Lists revisions, newest first. */
export const listRevisions = (db: Queryable, key: string, page: RowRange) =>
  db
    .selectFrom('attributeRevisions')
    .selectAll()
    .where('key', '=', key)
    .orderBy('revision', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

export const countRevisions = (db: Queryable, key: string): Promise<number> =>
  countRows(db.selectFrom('attributeRevisions').where('key', '=', key))

export const findRevision = (db: Queryable, key: string, revision: number) =>
  db
    .selectFrom('attributeRevisions')
    .selectAll()
    .where('key', '=', key)
    .where('revision', '=', revision)
    .executeTakeFirst()

/** Lists the facts of an attribute ordered by product and id, starting after a cursor if given. */
export function listFactsOfAttribute(
  db: Queryable,
  attribute: string,
  { after, limit }: { after: { productId: string; id: string } | undefined; limit: number },
) {
  let query = db
    .selectFrom('facts')
    .select(['id', 'productId', 'valueJson', 'readAt', 'staleOn'])
    .where('attribute', '=', attribute)
  if (after)
    query = query.where((eb) =>
      eb.or([
        eb('productId', '>', after.productId),
        eb.and([eb('productId', '=', after.productId), eb('id', '>', after.id)]),
      ]),
    )
  return query.orderBy('productId').orderBy('id').limit(limit).execute()
}

export const updateFact = (db: Queryable, id: string, values: { valueJson?: string; staleOn?: string | null }) =>
  db.updateTable('facts').set(values).where('id', '=', id).execute()

/** Counts the facts of an attribute that use a choice, including as one of several or as the level of a certificate. */
export const countFactsByValue = (db: Queryable, attribute: string, value: string): Promise<number> =>
  countRows(
    db
      .selectFrom('factValues')
      .where('catalogue', 'in', CATALOGUES)
      .where('attribute', '=', attribute)
      .where('value', '=', value),
  )

/** Increments the versions of the facts of products that have a value, so that clients must load the facts again. */
export const incrementFactVersions = (db: Queryable, attribute: string, value: string) =>
  db
    .updateTable('productFacts')
    .set((eb) => ({ version: eb('version', '+', 1), change: NEXT_FACT_CHANGE }))
    .where('productId', 'in', (eb) =>
      eb
        .selectFrom('factValues')
        .select('productId')
        .where('catalogue', 'in', CATALOGUES)
        .where('attribute', '=', attribute)
        .where('value', '=', value),
    )
    .execute()

/** Renames a choice in the values by which products are filtered. */
export const renameFilterValue = (db: Queryable, attribute: string, from: string, to: string) =>
  db
    .updateTable('factValues')
    .set({ value: to })
    .where('catalogue', 'in', CATALOGUES)
    .where('attribute', '=', attribute)
    .where('value', '=', from)
    .execute()
