/** The queries by which the indexes in memory follow the rows of a catalogue. */
import { type Selectable, sql } from 'kysely'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { ProductsTable } from '#server/platform/database/tables/products.ts'
import { PURGED_PRODUCTS_TOPIC } from '../topics.ts'

/**
 * Lists the products outside the recycle bin that have reviews in their details, with a version that every change of a
 * row increments, including a change of the members' rating.
 */
export const listReviewedVersions = (db: Queryable, catalogue: Catalogue) =>
  db
    .selectFrom('products')
    .where('catalogue', '=', catalogue)
    .where('deletedAt', 'is', null)
    .select((eb) => ['id', eb('version', '+', eb.ref('ratingChanges')).as('version')])
    // A literal, so that the planner can use the partial index with the same condition.
    .where('reviewCount', '>', sql.lit(0))
    .orderBy('id')
    .execute()

/** Returns the number of the last change of a catalogue's rows. */
export async function getLastChangeNumber(db: Queryable, catalogue: Catalogue): Promise<number> {
  const { last } = await db
    .selectFrom('products')
    .select((eb) => eb.fn.max('change').as('last'))
    .where('catalogue', '=', catalogue)
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** Returns how many times products were deleted for good. */
export async function getPurgeNumber(db: Queryable): Promise<number> {
  const row = await db
    .selectFrom('changes')
    .select('revision')
    .where('name', '=', PURGED_PRODUCTS_TOPIC)
    .executeTakeFirst()
  return row?.revision ?? 0
}

const CHANGED_COLUMNS = [
  'id',
  'number',
  'change',
  'name',
  'slogan',
  'description',
  'category',
  'price',
  'rating',
  'memberRating',
  'isActive',
  'company',
  'deploymentTypesJson',
  'detailsJson',
  'updatedAt',
  'deletedAt',
] as const

/** A row as the catalogue's index reads it. */
export type ChangedRow = Pick<Selectable<ProductsTable>, (typeof CHANGED_COLUMNS)[number]> & { number: number }

/** Lists the rows of a catalogue whose last change is in a range, including recycled ones. */
export const listChangedRows = (
  db: Queryable,
  catalogue: Catalogue,
  { after, until, limit }: { after: { change: number; number: number }; until: number; limit: number },
): Promise<ChangedRow[]> =>
  db
    .selectFrom('products')
    .select(CHANGED_COLUMNS)
    .where('catalogue', '=', catalogue)
    .where((eb) => eb(eb.refTuple('change', 'number'), '>', eb.tuple(after.change, after.number)))
    .where('change', '<=', until)
    .where('number', 'is not', null)
    .$narrowType<{ number: number }>()
    .orderBy('change')
    .orderBy('number')
    .limit(limit)
    .execute()

/** Lists the rows of the given products of a catalogue, including recycled ones. */
export const listRowsById = (db: Queryable, catalogue: Catalogue, ids: readonly string[]): Promise<ChangedRow[]> =>
  db
    .selectFrom('products')
    .select(CHANGED_COLUMNS)
    .where('id', 'in', ids)
    .where('catalogue', '=', catalogue)
    .where('number', 'is not', null)
    .$narrowType<{ number: number }>()
    .execute()
