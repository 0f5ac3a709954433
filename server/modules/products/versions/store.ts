/** The versions of products. Whoever saves a product stores its new version with it; see `../saving/store.ts`. */
import type { Selectable } from 'kysely'
import { PRODUCT_REVISIONS_MAX } from '#contracts/limits.ts'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { forEachBatch } from '#server/platform/database/for-each-batch.ts'
import type { RowRange } from '#server/platform/database/row-range.ts'
import type { ProductRevisionsTable } from '#server/platform/database/tables/products.ts'

/** A version with the present name of the account that saved it, `null` if there is none. */
export type RevisionRow = Selectable<ProductRevisionsTable> & { saverName: string | null }

/** The columns that a version has in common with its product. */
const CONTENT_COLUMNS = [
  'name',
  'slogan',
  'description',
  'category',
  'price',
  'rating',
  'isActive',
  'contactEmail',
  'detailsJson',
  'deletedAt',
] as const

/** The columns of a product that its versions contain, from a version. */
export type RevisionContent = Pick<RevisionRow, (typeof CONTENT_COLUMNS)[number]>

const IDS_PER_QUERY = 1_000

/** Stores the present state of products as their newest version, and deletes those that are no longer kept. */
export const insertRevisions = (db: Queryable, ids: readonly string[]): Promise<void> =>
  forEachBatch(ids, IDS_PER_QUERY, async (batch) => {
    await db
      .insertInto('productRevisions')
      .columns(['productId', 'revision', ...CONTENT_COLUMNS, 'createdAt', 'createdBy'])
      .expression((eb) =>
        eb
          .selectFrom('products')
          .select(['id', 'version', ...CONTENT_COLUMNS, 'updatedAt', 'updatedBy'])
          .where('id', 'in', batch),
      )
      .execute()
    await db
      .deleteFrom('productRevisions')
      .where('productId', 'in', batch)
      .where('revision', '<=', (eb) =>
        eb
          .selectFrom('products')
          .select(({ eb: own }) => own('version', '-', PRODUCT_REVISIONS_MAX).as('last'))
          .whereRef('products.id', '=', 'productRevisions.productId'),
      )
      .execute()
  })

const selectRevisions = (db: Queryable, productId: string) =>
  db
    .selectFrom('productRevisions')
    .leftJoin('users', 'users.id', 'productRevisions.createdBy')
    .selectAll('productRevisions')
    .select('users.name as saverName')
    .where('productId', '=', productId)

/** Lists a product's versions, newest first. */
export const listRevisions = (db: Queryable, productId: string, page: RowRange): Promise<RevisionRow[]> =>
  selectRevisions(db, productId).orderBy('revision', 'desc').limit(page.limit).offset(page.offset).execute()

export const countRevisions = (db: Queryable, productId: string): Promise<number> =>
  countRows(db.selectFrom('productRevisions').where('productId', '=', productId))

export const findRevision = (db: Queryable, productId: string, revision: number): Promise<RevisionRow | undefined> =>
  selectRevisions(db, productId).where('revision', '=', revision).executeTakeFirst()

/** Stores which version another one has restored. */
export const markRestored = (
  db: Queryable,
  { productId, revision, restoredFrom }: { productId: string; revision: number; restoredFrom: number },
) =>
  db
    .updateTable('productRevisions')
    .set({ restoredFrom })
    .where('productId', '=', productId)
    .where('revision', '=', revision)
    .execute()

/** Marks a version as published from a draft. */
export const markPublication = (db: Queryable, productId: string, revision: number) =>
  db
    .updateTable('productRevisions')
    .set({ isPublication: true })
    .where('productId', '=', productId)
    .where('revision', '=', revision)
    .execute()
