import { type Kysely, sql } from 'kysely'
import { booleanType, type DatabaseKind, required } from './columns.ts'

/** Creates the versions of products. What is stored now becomes the first one that is kept of each product. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .createTable('product_revisions')
    .addColumn('product_id', 'text', (column) => column.notNull().references('products.id').onDelete('cascade'))
    .addColumn('revision', 'integer', required)
    .addColumn('name', 'text', required)
    .addColumn('slogan', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('category', 'text', required)
    .addColumn('price', 'text', required)
    .addColumn('rating', 'double precision')
    .addColumn('is_active', booleanType(kind), required)
    .addColumn('contact_email', 'text', required)
    .addColumn('details_json', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('created_by', 'text')
    .addColumn('deleted_at', 'text')
    .addColumn('restored_from', 'integer')
    .addPrimaryKeyConstraint('product_revisions_key', ['product_id', 'revision'])
    .execute()
  await sql`
    insert into product_revisions (product_id, revision, name, slogan, description, category, price, rating, is_active,
      contact_email, details_json, created_at, created_by, deleted_at)
    select id, version, name, slogan, description, category, price, rating, is_active,
      contact_email, details_json, updated_at, updated_by, deleted_at
    from products`.execute(db)
}
