import type { Kysely } from 'kysely'
import { getSchemaDialect } from '../../dialects/dialects.ts'
import { type DatabaseKind, primaryKey, required } from '../columns.ts'

/** Creates the table of the long texts of products, and the indexes of all searched texts. */
export async function createSearchTables(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { createTextIndex, numberBySelf } = getSchemaDialect(kind)
  await db.schema
    .createTable('search_texts')
    .addColumn('ordinal', 'integer', (column) => numberBySelf(primaryKey(column)))
    .addColumn('product_id', 'text', (column) => required(column).references('products.id').onDelete('cascade'))
    .addColumn('part', 'text', required)
    .addColumn('text', 'text', required)
    .addUniqueConstraint('search_texts_of_product', ['product_id', 'part'])
    .execute()
  await createTextIndex(db, { table: 'search_texts', grams: 'search_grams' })
  await createTextIndex(db, { table: 'submissions', grams: 'submission_grams' })
  await createTextIndex(db, { table: 'submissions', grams: 'submission_open_grams' })
  await createTextIndex(db, { table: 'leads', grams: 'lead_grams' })
  await createTextIndex(db, { table: 'leads', grams: 'lead_open_grams' })
  await createTextIndex(db, { table: 'member_reviews', grams: 'member_review_grams' })
}
