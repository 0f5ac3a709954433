import { type Kysely, sql } from 'kysely'
import { booleanType, type DatabaseKind, primaryKey, required } from '../columns.ts'

/** Creates the tables of products of both catalogues, and of reports of the quick tool. */
export async function createProductTables(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await createProducts(db, kind)
  await createReports(db)
}

async function createProducts(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
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
    .addColumn('version', 'integer', required)
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addColumn('deleted_at', 'text')
    .addColumn('member_rating', 'double precision')
    .addColumn('member_review_count', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('rating_changes', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('number', 'integer')
    .addColumn('change', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('review_count', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('deployment_types_json', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('folded_name', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('updated_by', 'text')
    .execute()
  await sql`create unique index products_name on products (catalogue, name) where deleted_at is null`.execute(db)
  await schema.createIndex('products_order').on('products').columns(['catalogue', 'position']).execute()
  await schema.createIndex('products_viewed').on('products').columns(['catalogue', 'views', 'id']).execute()
  await schema.createIndex('products_viewed_of_all').on('products').columns(['views', 'id']).execute()
  await schema.createIndex('products_newest').on('products').columns(['catalogue', 'created_at', 'id']).execute()
  await sql`create index products_by_contact on products (lower(contact_email))`.execute(db)
  await schema.createIndex('products_number').on('products').unique().column('number').execute()
  await schema.createIndex('products_changed').on('products').columns(['catalogue', 'change', 'number']).execute()
  await schema.createIndex('products_by_age').on('products').columns(['created_at', 'deleted_at']).execute()
  await sql`create index products_of_category on products (category, id) where deleted_at is null`.execute(db)
  await sql`create index products_in_bin on products (catalogue, deleted_at, id, created_at) where deleted_at is not null`.execute(
    db,
  )
  await sql`create index products_reviewed on products (catalogue, id) where review_count > 0`.execute(db)
  await sql`create index products_recycled on products (number) where deleted_at is not null`.execute(db)
  await sql`create index products_unseen on products (number) where not is_active or deleted_at is not null`.execute(db)
  await sql`create index products_folded_name on products (catalogue, folded_name) where deleted_at is null`.execute(db)
}

async function createReports({ schema }: Kysely<unknown>): Promise<void> {
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
  await schema
    .createIndex('reports_by_recommendation')
    .on('reports')
    .columns(['recommendation', 'created_at'])
    .execute()
}
