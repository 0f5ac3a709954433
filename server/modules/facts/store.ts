import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import type {
  AttributesTable,
  FactChangesTable,
  FactsTable,
  FactValuesTable,
} from '#server/platform/database/tables/facts.ts'

export type AttributeRow = Selectable<AttributesTable>
export type FactRow = Selectable<FactsTable>
export type FactChangeRow = Selectable<FactChangesTable>

/** The number of ids in a statement: SQLite allows at most 32,766 values. */
const IDS_PER_QUERY = 5_000

/** Lists all attributes in their order, hidden ones too. */
export const listAttributes = (db: Queryable): Promise<AttributeRow[]> =>
  db.selectFrom('attributes').selectAll().orderBy('position').orderBy('key').execute()

/** Lists the facts of products, hidden attributes' too, in no order. */
export async function factsOf(db: Queryable, productIds: readonly string[]): Promise<FactRow[]> {
  const rows: FactRow[] = []
  for (let index = 0; index < productIds.length; index += IDS_PER_QUERY)
    rows.push(
      ...(await db
        .selectFrom('facts')
        .selectAll()
        .where('productId', 'in', productIds.slice(index, index + IDS_PER_QUERY))
        .execute()),
    )
  return rows
}

/** The version and day of a product's facts; `undefined` if it never had one. */
export const findFactsState = (db: Queryable, productId: string) =>
  db.selectFrom('productFacts').select(['version', 'updatedOn']).where('productId', '=', productId).executeTakeFirst()

/** Returns the days on which facts of products last changed, by product. */
export const listUpdateDays = (db: Queryable, productIds: readonly string[]) =>
  db.selectFrom('productFacts').select(['productId', 'updatedOn']).where('productId', 'in', productIds).execute()

export const insertFact = (db: Queryable, row: Insertable<FactsTable>) => db.insertInto('facts').values(row).execute()

export const updateFact = (db: Queryable, id: string, values: Updateable<FactsTable>) =>
  db.updateTable('facts').set(values).where('id', '=', id).execute()

/** Replaces the values that a product is filtered by. */
export async function replaceFilterValues(
  db: Queryable,
  productId: string,
  rows: readonly Insertable<FactValuesTable>[],
): Promise<void> {
  await db.deleteFrom('factValues').where('productId', '=', productId).execute()
  if (rows.length > 0) await db.insertInto('factValues').values(rows).execute()
}
