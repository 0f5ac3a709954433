import type { Kysely } from 'kysely'
import { type DatabaseKind, primaryKey, required } from '../columns.ts'
import { createTextIndex } from '../text-index.ts'

/** Creates the table of the long texts of products, and the indexes of all searched texts. */
export async function createSearchTables(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .createTable('search_texts')
    .addColumn('ordinal', 'integer', (column) =>
      kind === 'sqlite' ? primaryKey(column) : primaryKey(column).generatedByDefaultAsIdentity(),
    )
    .addColumn('product_id', 'text', (column) => required(column).references('products.id').onDelete('cascade'))
    .addColumn('part', 'text', required)
    .addColumn('text', 'text', required)
    .addUniqueConstraint('search_texts_of_product', ['product_id', 'part'])
    .execute()
  await createTextIndex(db, kind, { table: 'search_texts', grams: 'search_grams' })
  await createTextIndex(db, kind, { table: 'submissions', grams: 'submission_grams' })
  await createTextIndex(db, kind, { table: 'submissions', grams: 'submission_open_grams' })
  await createTextIndex(db, kind, { table: 'leads', grams: 'lead_grams' })
  await createTextIndex(db, kind, { table: 'leads', grams: 'lead_open_grams' })
  await createTextIndex(db, kind, { table: 'member_reviews', grams: 'member_review_grams' })
}
