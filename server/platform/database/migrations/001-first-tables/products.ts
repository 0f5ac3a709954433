import { type Kysely, sql } from 'kysely'
import { booleanType, type DatabaseKind, primaryKey, required } from '../columns.ts'

/** Creates the tables of products of both catalogues, and of reports of the quick tool. */
export async function createProductTables(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { schema } = db
  await schema
    .createTable('products')
    .addColumn('id', 'text', primaryKey)
    .addColumn('catalogue', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('slogan', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('category', 'text', required)
    .addColumn('price', 'text', required)
    .addColumn('rating', 'double precision')
    .addColumn('is_active', booleanType(kind), required)
    .addColumn('position', 'integer', required)
    .addColumn('company', 'text', required)
    .addColumn('contact_email', 'text', required)
    .addColumn('views', 'integer', required)
    .addColumn('details_json', 'text', required)
    .addColumn('search_json', 'text', required)
    .addColumn('version', 'integer', required)
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addColumn('deleted_at', 'text')
    .execute()
  // A name in the recycle bin is free for another product.
  await sql`create unique index products_name on products (catalogue, name) where deleted_at is null`.execute(db)
  await schema.createIndex('products_order').on('products').columns(['catalogue', 'position']).execute()
  await schema.createIndex('products_newest').on('products').columns(['catalogue', 'created_at']).execute()

  await schema
    .createTable('reports')
    .addColumn('id', 'text', primaryKey)
    .addColumn('product_name', 'text', required)
    .addColumn('tech_score', 'integer', required)
    .addColumn('business_score', 'integer', required)
    .addColumn('market_score', 'integer', required)
    .addColumn('score', 'integer', required)
    .addColumn('recommendation', 'text', required)
    .addColumn('weights_json', 'text', required)
    .addColumn('thresholds_json', 'text', required)
    .addColumn('created_at', 'text', required)
    .execute()
  await schema.createIndex('reports_created').on('reports').columns(['created_at', 'recommendation']).execute()
}
